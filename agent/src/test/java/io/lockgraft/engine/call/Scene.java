package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Rules;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The rules of one file behind the gate, with a store of their own; and calls that come to the gate as woven code. */
final class Scene implements AutoCloseable {
    /** The rule that programs ask for by name. */
    static final String BLOCK = "block";

    final Woven woven;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** The application. Its woven methods know their numbers, whatever rules are in force. */
    static final class Shop {
        static final MultiThreadIoEventLoopGroup LOOP = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        /** What the calls on the loop have returned and no test has seen yet. */
        static final BlockingQueue<CompletableFuture<String>> RETURNED = new LinkedBlockingQueue<>();

        static final Method PAY = method("pay");
        static volatile int payOnLoop;

        private static Method method(String name) {
            try {
                return Shop.class.getDeclaredMethod(name, String.class);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }

        Object pay(String order) {
            return null;
        }

        Object log(String order) {
            return null;
        }

        Object intercept(String order) {
            return null;
        }

        Mono<Object> describe(String order) {
            return Mono.empty();
        }

        Callable<Object> prepare(String order) {
            return null;
        }

        /** Does what its woven code would. */
        @SuppressWarnings("unchecked")
        static CompletableFuture<String> payOnLoop(String order) throws Throwable {
            Token token = LockGate.enter(payOnLoop, null, new Object[] {order});
            if (!token.runsBody()) {
                return (CompletableFuture<String>) ((Substitute) token).value();
            }
            CompletableFuture<String> work = new CompletableFuture<>();
            RETURNED.add(work);
            return (CompletableFuture<String>) LockGate.exit(token, work, null);
        }
    }

    private final Shop shop;

    Scene() {
        this.woven = new Woven(block());
        this.shop = new Shop();
    }

    /** Of rules that are read after those of the other, for the same application. */
    Scene(Scene before) {
        this.woven = new Woven(before.woven, block());
        this.shop = before.shop;
    }

    private static Rules block() {
        RuleBuilder rule = RuleBuilder.named(BLOCK).argument("key").namespace("");
        return RuleBuilder.file(
                List.of(rule.keys(Woven.rule("{key}").build().keys()).build()));
    }

    /** Puts its rules in force. */
    void open() {
        LockGate.open(woven.engine);
    }

    void put(String method, RuleBuilder... rules) {
        Map<Rule, String> its = new LinkedHashMap<>();
        for (RuleBuilder each : rules) {
            its.put(each.build(), null);
        }
        int number = woven.sites.put(Woven.method(Shop.class, method), Shop.class.getClassLoader(), its);
        numbers.put(method, number);
        if (method.equals("payOnLoop")) {
            Shop.payOnLoop = number;
        }
    }

    void watch(String method, Watch watch) {
        put(method);
        woven.watches.put(numbers.get(method), List.of(watch));
    }

    Token enter(String method, String order) throws Throwable {
        return LockGate.enter(numbers.get(method), shop, new Object[] {order});
    }

    /** Two threads have the lock together. */
    SwappedCall.End enterByTwo(String order) throws Throwable {
        CompletableFuture<Token> other = onOtherThread(() -> enter("pay", order));
        Token second = get(other);
        Token own = enter("pay", order);
        return () -> {
            SwappedCall.exit(own);
            SwappedCall.exit(second);
        };
    }

    /** A call of another thread has the key, so the call of {@code log} goes without. */
    SwappedCall.End besideHolder(String order) throws Throwable {
        Token holder = get(onOtherThread(() -> enter("pay", order)));
        Token without = enter("log", order);
        return () -> {
            SwappedCall.exit(without);
            SwappedCall.exit(holder);
        };
    }

    /** A call of another thread has the key until this thread pauses before it tries again. */
    Token enterAtALaterTry(String order) throws Throwable {
        Token holder = get(onOtherThread(() -> enter("pay", order)));
        Thread trying = Thread.currentThread();
        CompletableFuture<?> freed = onOtherThread(() -> {
            until(() -> trying.getState() == Thread.State.TIMED_WAITING);
            return SwappedCall.exit(holder);
        });
        Token token = enter("log", order);
        get(freed);
        return token;
    }

    /** The body ends in a transaction of this thread. */
    SwappedCall.Task exitIn(Token token) {
        SwappedCall.Task transaction = new SwappedCall.Task();
        woven.active = transaction;
        SwappedCall.exit(token);
        woven.active = null;
        return transaction;
    }

    SwappedCall.Described describe(String order) throws Throwable {
        SwappedCall.Described described = new SwappedCall.Described();
        Mono<Object> work = Mono.create(described.begun::complete);
        described.guarded = (Mono<?>) LockGate.exit(enter("describe", order), work, null);
        return described;
    }

    MonoSink<Object> subscribe(SwappedCall.Described described) throws Exception {
        described.guarded.subscribe();
        return get(described.begun);
    }

    CompletableFuture<?> onLoop(String order) throws Exception {
        Callable<CompletableFuture<String>> call = () -> {
            try {
                return Shop.payOnLoop(order);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        };
        return Shop.LOOP.submit(call).get(60, TimeUnit.SECONDS);
    }

    /** The work of the next call on the loop, whose body has begun. */
    CompletableFuture<String> body() throws InterruptedException {
        CompletableFuture<String> work = Shop.RETURNED.poll(60, TimeUnit.SECONDS);
        assertThat(work).as("a body on the loop").isNotNull();
        return work;
    }

    interface Task<T> {
        T run() throws Throwable;
    }

    void onOtherThread(Runnable task) throws Exception {
        get(onOtherThread(() -> {
            task.run();
            return null;
        }));
    }

    static <T> CompletableFuture<T> onOtherThread(Task<T> task) {
        CompletableFuture<T> done = new CompletableFuture<>();
        start(task, done);
        return done;
    }

    private static <T> Thread start(Task<T> task, CompletableFuture<T> done) {
        Thread thread = new Thread(() -> {
            try {
                done.complete(task.run());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Returns when the other thread's call is in the queue. */
    CompletableFuture<Token> waitOnOtherThread(String method, String order) {
        CompletableFuture<Token> done = new CompletableFuture<>();
        Thread thread = start(() -> enter(method, order), done);
        until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return done;
    }

    void mustHold(String key) {
        assertThat(woven.store.isHeld(key)).as("%s is held", key).isTrue();
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    static void until(BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - since).as("nanoseconds").isLessThan(TimeUnit.SECONDS.toNanos(60));
            LockSupport.parkNanos(20_000);
        }
    }

    @Override
    public void close() {
        woven.close();
    }
}

package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockLostException;
import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.bootstrap.Fence;
import io.lockgraft.engine.ReactiveType;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Target;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyServer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** Methods whose result describes work: each subscription has a hold of its own, for as long as its work lasts. */
@Timeout(60)
@Shows("a `Mono`, `Flux` or other publisher is subscribed to, cancelled, fails, or is empty")
final class SubscriptionsTest {
    private static final String KEY = "shop:PAY:42";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final FaultyServer store = new FaultyServer();
    private final Woven woven = new Woven(store, new LaterResults());
    private final Work work = new Work();

    /** What a method describes: each subscription is ended by the test. */
    private static final class Work {
        final LinkedBlockingQueue<MonoSink<Object>> begun = new LinkedBlockingQueue<>();
        final AtomicInteger all = new AtomicInteger();
        final AtomicInteger cancelled = new AtomicInteger();
        final Set<String> threads = ConcurrentHashMap.newKeySet();

        final Mono<Object> mono = Mono.<Object>create(sink -> {
                    all.incrementAndGet();
                    threads.add(Thread.currentThread().getName());
                    begun.add(sink);
                })
                .doOnCancel(cancelled::incrementAndGet);

        MonoSink<Object> next() throws InterruptedException {
            MonoSink<Object> sink = begun.poll(20, TimeUnit.SECONDS);
            assertThat(sink).as("subscription of the work").isNotNull();
            return sink;
        }
    }

    /** A subscriber that writes down what it hears. */
    static class Heard implements CoreSubscriber<Object> {
        final List<Object> items = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch ended = new CountDownLatch(1);
        final AtomicInteger ends = new AtomicInteger();
        final Context context;
        final long asks;
        volatile Throwable error;
        volatile Subscription subscription;
        volatile Set<String> heldAtEnd;
        volatile FaultyServer looks;
        volatile boolean cancelsAtOnce;
        volatile boolean afterCancel;
        volatile boolean cancelled;

        Heard() {
            this(Context.empty(), Long.MAX_VALUE);
        }

        Heard(Context context, long asks) {
            this.context = context;
            this.asks = asks;
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        public void onSubscribe(Subscription with) {
            subscription = with;
            if (cancelsAtOnce) {
                with.cancel();
            } else if (asks > 0) {
                with.request(asks);
            }
        }

        @Override
        public void onNext(Object item) {
            afterCancel |= cancelled;
            items.add(item);
        }

        @Override
        public void onError(Throwable with) {
            afterCancel |= cancelled;
            error = with;
            end();
        }

        @Override
        public void onComplete() {
            afterCancel |= cancelled;
            end();
        }

        private void end() {
            // The release is on its way by then, and needs nothing of this thread.
            for (int i = 0; looks != null && i < 1_000 && !looks.held().isEmpty(); i++) {
                LockSupport.parkNanos(1_000_000);
            }
            heldAtEnd = looks == null ? null : looks.held();
            ends.incrementAndGet();
            ended.countDown();
        }

        void cancel() {
            subscription.cancel();
            cancelled = true;
        }

        Heard await() throws InterruptedException {
            assertThat(ended.await(20, TimeUnit.SECONDS)).as("an end").isTrue();
            return this;
        }
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            await().pollInterval(Duration.ofMillis(5)).untilAsserted(() -> {
                assertThat(store.held()).isEmpty();
                assertThat(woven.engine.gatesInUse()).isZero();
            });
        } finally {
            woven.close();
        }
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30)).onBusy(Outcome.THROW);
    }

    private static Publisher<?> call(Woven woven, RuleBuilder rule, ReactiveType type, Callable<Object> body)
            throws Throwable {
        int site = woven.site(rule.build(), ReactiveType.Shop.class, type.method());
        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        return type.publisher(
                token instanceof io.lockgraft.bootstrap.Substitute
                        ? ((io.lockgraft.bootstrap.Substitute) token).value()
                        : Woven.exit(token, body.call(), null));
    }

    private Publisher<?> call(ReactiveType type, RuleBuilder rule) throws Throwable {
        return call(woven, rule, type, () -> type.of(work.mono));
    }

    private Publisher<?> call(ReactiveType type) throws Throwable {
        return call(type, rule());
    }

    private static Heard subscribe(Publisher<?> to) {
        return subscribe(to, new Heard());
    }

    private static Heard subscribe(Publisher<?> to, Heard heard) {
        to.subscribe(heard);
        return heard;
    }

    private void isFree() {
        await().pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(store.held()).isEmpty());
    }

    private RuleNumbers numbers() {
        return woven.sites.meters().rules().get(0).numbers();
    }

    @ParameterizedTest
    @EnumSource
    @FailsWithout("`AsyncWaiting#end` tells that the call has entered")
    void theLockIsHeldFromTheSubscriptionUntilTheCompletionAndIsFreeWhenThatArrives(ReactiveType type)
            throws Throwable {
        Publisher<?> result = call(type);
        assertThat(store.held()).as("nobody has subscribed").isEmpty();

        Heard heard = new Heard();
        heard.looks = store;
        subscribe(result, heard);
        MonoSink<Object> sink = work.next();
        assertThat(store.held()).containsExactly(KEY);
        assertThat(numbers().of(Event.ENTERED)).isEqualTo(1);
        assertThat(numbers().holding()).isEqualTo(1);
        sink.success("paid");

        heard.await();
        await().until(() -> numbers().holding() == 0);
        assertThat(numbers().of(Event.ENTERED)).isEqualTo(1);
        assertThat(heard.error).isNull();
        assertThat(heard.items).isEqualTo(type.isAlwaysEmpty() ? List.of() : List.of("paid"));
        assertThat(heard.heldAtEnd).isEmpty();
        assertThat(work.threads).noneMatch(name -> name.startsWith("lockgraft"));
    }

    @ParameterizedTest
    @EnumSource
    void anErrorEndsTheHoldAndArrives(ReactiveType type) throws Throwable {
        Heard heard = new Heard();
        heard.looks = store;
        subscribe(call(type), heard);
        IllegalStateException broken = new IllegalStateException("broken");
        work.next().error(broken);

        assertThat(heard.await().error).isSameAs(broken);
        assertThat(heard.heldAtEnd).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyResultEndsTheHold(ReactiveType type) throws Throwable {
        Heard heard = subscribe(call(type));
        work.next().success();

        heard.await();
        assertThat(heard.items).isEmpty();
        assertThat(heard.error != null).isEqualTo(type.isNeverEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void eachSubscriberHasAHoldOfItsOwnAndWaitsForTheOneBefore(ReactiveType type) throws Throwable {
        Publisher<?> result = call(type);
        Heard first = subscribe(result);
        MonoSink<Object> one = work.next();
        Heard second = subscribe(result);
        Heard third = subscribe(result);
        Thread.sleep(30);
        assertThat(work.begun).isEmpty();

        one.success("1");
        first.await();
        work.next().success("2");
        work.next().success("3");
        second.await();
        third.await();
        assertThat(work.all).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelWhileItRunsReachesTheWorkAndGivesTheLockBack(ReactiveType type) throws Throwable {
        Heard heard = subscribe(call(type));
        MonoSink<Object> sink = work.next();
        await().until(() -> heard.subscription != null);

        heard.cancel();

        isFree();
        await().until(() -> work.cancelled.get() == 1);
        sink.success("late");
        assertThat(heard.afterCancel).isFalse();
        assertThat(heard.ends).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelWhileItWaitsGivesUpTheWaitAndTheWorkNeverBegins(ReactiveType type) throws Throwable {
        Publisher<?> result = call(type);
        Heard first = subscribe(result);
        MonoSink<Object> one = work.next();
        Heard second = subscribe(result);
        Heard third = subscribe(result);

        second.cancel();
        one.success("1");
        first.await();
        work.next().success("3");
        third.await();

        assertThat(work.all).hasValue(2);
        assertThat(second.ends).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelAtOnceNeverAsksForTheLock(ReactiveType type) throws Throwable {
        Heard heard = new Heard();
        heard.cancelsAtOnce = true;
        subscribe(call(type), heard);

        Thread.sleep(20);
        assertThat(work.all).hasValue(0);
        isFree();
    }

    @ParameterizedTest
    @EnumSource
    void aCancelAfterTheEndIsHarmless(ReactiveType type) throws Throwable {
        Publisher<?> result = call(type);
        Heard first = subscribe(result);
        work.next().success("1");
        first.await().cancel();

        Heard second = subscribe(result);
        MonoSink<Object> two = work.next();
        first.cancel();
        assertThat(store.held()).containsExactly(KEY);
        two.success("2");
        second.await();
    }

    /** On one thread, an event loop: the cancel comes when the lock is there, and the work is about to begin. */
    @Test
    @FailsWithout("`LaterHold#enterBody` says whether the work may still begin under its lock")
    void aCancelBetweenTheLockAndTheWorkLeavesTheWorkUnbegun() throws Throwable {
        MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            FenceTest.Order order = new FenceTest.Order("42");
            CountDownLatch cancelled = new CountDownLatch(1);
            Heard heard = new Heard();
            order.whenSet = () -> {
                heard.cancel();
                cancelled.countDown();
            };
            Publisher<?> result = payVersioned(order, work.mono);

            loop.submit(() -> subscribe(result, heard)).sync();
            assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
            loop.submit(() -> {}).sync();

            assertThat(work.all).as("works that began").hasValue(0);
            assertThat(heard.ends).hasValue(0);
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    /** The event loop on which the work is to begin is busy until the lock has come and is lost. */
    @Test
    @FailsWithout("`LaterHold#enterBody` says whether the work may still begin under its lock")
    void aLockThatIsLostBeforeTheWorkBeginsIsTakenAnew() throws Throwable {
        MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        CountDownLatch goOn = new CountDownLatch(1);
        try {
            Publisher<?> result = call(ReactiveType.MONO, rule().lease(Duration.ofSeconds(2)));
            Heard heard = new Heard();
            loop.execute(() -> {
                subscribe(result, heard);
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> store.held().contains(KEY));
            store.delete(KEY);
            await().until(() -> count(Event.LOST) == 1);
            goOn.countDown();

            MonoSink<Object> sink = work.next();
            assertThat(woven.backend.acquires).hasValueGreaterThan(1);
            sink.success("paid");
            assertThat(heard.await().items).containsExactly("paid");
            assertThat(work.all).hasValue(1);
        } finally {
            goOn.countDown();
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    @ParameterizedTest
    @EnumSource
    @FailsWithout("`LaterHold#giveUp` leaves its share to a thread that is beginning the work")
    void aCancelWhileAThreadBeginsTheWorkKeepsTheLockUntilThatThreadIsDone(ReactiveType type) throws Throwable {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Set<String> heldAtEnd = ConcurrentHashMap.newKeySet();
        Mono<Object> pay = Mono.<Object>fromCallable(() -> {
            began.countDown();
            goOn.await();
            heldAtEnd.addAll(store.held());
            return "paid";
        });
        Heard heard = subscribe(call(woven, rule(), type, () -> type.of(pay)));
        assertThat(began.await(20, TimeUnit.SECONDS)).isTrue();

        heard.cancel();
        Heard second = subscribe(call(type));
        woven.stepsAreDone();
        assertThat(woven.backend.acquires)
                .as("the store is asked by the first only")
                .hasValue(1);
        goOn.countDown();

        work.next().success("2");
        second.await();
        assertThat(heldAtEnd).containsExactly(KEY);
        assertThat(heard.ends).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelInTheVeryMomentInWhichTheLockComesLeavesNothing(ReactiveType type) throws Throwable {
        Publisher<?> result = call(type);
        for (int i = 0; i < 150; i++) {
            Heard heard = subscribe(result);
            long until = System.nanoTime() + i * 2_000L;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            heard.cancel();
            assertThat(heard.ends).hasValue(0);
        }
        isFree();
    }

    @ParameterizedTest
    @EnumSource
    void aCancelInTheVeryMomentOfTheCompletionLeavesNothingAndEndsItOnceAtMost(ReactiveType type) throws Throwable {
        Publisher<?> result = call(type);
        for (int i = 0; i < 150; i++) {
            Heard heard = subscribe(result);
            MonoSink<Object> sink = work.next();
            CountDownLatch go = new CountDownLatch(1);
            Thread completes = new Thread(() -> {
                go.countDown();
                sink.success("paid");
            });
            completes.start();
            go.await();
            heard.subscription.cancel();
            completes.join();
            assertThat(heard.ends.get()).isLessThanOrEqualTo(1);
        }
        isFree();
    }

    @ParameterizedTest
    @EnumSource
    void sixtyFourSubscriptionsOfTwoJvmsNeverRunTogether(ReactiveType type) throws Throwable {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Mono<Object> pay = Mono.<Object>defer(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    return Mono.delay(Duration.ofMillis(1))
                            .map(tick -> (Object) "paid")
                            .doOnNext(item -> running.decrementAndGet());
                })
                .doOnCancel(running::decrementAndGet);
        Sampler sampler = new Sampler();
        try (Woven other = new Woven(store, new LaterResults())) {
            List<Publisher<?>> results = List.of(
                    call(woven, rule(), type, () -> type.of(pay)), call(other, rule(), type, () -> type.of(pay)));
            List<Heard> all = new ArrayList<>();
            sampler.start();
            for (int i = 0; i < 64; i++) {
                Publisher<?> result = results.get(i % 2);
                Heard heard = new Heard();
                all.add(heard);
                Schedulers.parallel().schedule(() -> result.subscribe(heard));
            }
            for (Heard heard : all) {
                assertThat(heard.await().error).isNull();
            }
        } finally {
            sampler.end();
        }
        assertThat(most).hasValue(1);
        assertThat(sampler.parked).isEmpty();
    }

    /** Looks where the threads of the event loops are. A gate's own lock is held for a few instructions only. */
    private static final class Sampler extends Thread {
        final Set<String> parked = ConcurrentHashMap.newKeySet();
        private volatile boolean ends;

        @Override
        public void run() {
            while (!ends) {
                for (Map.Entry<Thread, StackTraceElement[]> each :
                        Thread.getAllStackTraces().entrySet()) {
                    if (each.getKey().getName().startsWith("parallel-")
                            && each.getKey().getState() != State.RUNNABLE
                            && List.of(each.getValue()).toString().contains("io.lockgraft.engine.")
                            && !List.of(each.getValue()).toString().contains("engine.thread.BriefLock.lock(")
                            && List.of(each.getValue()).toString().contains("Unsafe.park(")) {
                        parked.add(List.of(each.getValue()).toString());
                    }
                }
                try {
                    sleep(2);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        void end() throws InterruptedException {
            ends = true;
            join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatNeverEndsGivesItsLockBackWhenTheRuleSaysSo(ReactiveType type) throws Throwable {
        Publisher<?> result = call(
                type,
                rule().lease(Duration.ofSeconds(30))
                        .hold(Duration.ZERO, Duration.ofMillis(60), OnExceeded.RELEASE, Until.WORK));
        Heard first = subscribe(result);
        work.next();
        Heard second = subscribe(result);

        work.next().success("2");
        second.await();
        assertThat(first.ends).hasValue(0);
        first.cancel();
    }

    private Heard busy(ReactiveType type, Outcome outcome) throws Throwable {
        Heard first = subscribe(call(type));
        MonoSink<Object> one = work.next();
        Heard second = subscribe(call(type, rule().waiting(Duration.ZERO).onBusy(outcome)));
        if (outcome == Outcome.PROCEED) {
            work.next().success("without");
        }
        second.await();
        one.success();
        first.await();
        return second;
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    @ParameterizedTest
    @EnumSource
    @FailsWithout("`LaterHold#missed` tells the listeners")
    void aBusySubscriptionFailsAndIsCounted(ReactiveType type) throws Throwable {
        assertThat(busy(type, Outcome.THROW).error).isInstanceOf(LockBusyException.class);
        assertThat(work.all).hasValue(1);
        assertThat(count(Event.BUSY)).isEqualTo(1);
        assertThat(count(Event.PROCEEDED)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aBusySubscriptionFailsWithTheApplicationsOwnException(ReactiveType type) throws Throwable {
        Heard heard = busy(type, new Outcome.ThrowOwn("java.io.IOException", null));

        assertThat(heard.error).isInstanceOf(java.io.IOException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aSkippedSubscriptionIsEmpty(ReactiveType type) throws Throwable {
        Heard heard = busy(type, Outcome.SKIP);

        assertThat(heard.items).isEmpty();
        if (type.isNeverEmpty()) {
            assertThat(heard.error).isInstanceOf(LockBusyException.class);
        } else {
            assertThat(heard.error).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aBusySubscriptionGetsTheValueOfTheRule(ReactiveType type) throws Throwable {
        if (!type.isAlwaysEmpty()) {
            assertThat(busy(type, new Outcome.Return("later")).items).containsExactly("later");
        }
    }

    @ParameterizedTest
    @EnumSource
    @FailsWithout("`LaterHold#instead` tells the listeners")
    void aBusySubscriptionMayProceedWithoutTheLock(ReactiveType type) throws Throwable {
        Heard heard = busy(type, Outcome.PROCEED);

        assertThat(heard.items).isEqualTo(type.isAlwaysEmpty() ? List.of() : List.of("without"));
        assertThat(work.all).hasValue(2);
        assertThat(count(Event.BUSY)).isEqualTo(1);
        assertThat(count(Event.PROCEEDED)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCallWithoutAKeyFailsWhenItIsSubscribedTo(ReactiveType type) throws Throwable {
        int site = woven.site(
                Woven.rule("PAY:{p0}").onMissingKey(Outcome.THROW).build(), ReactiveType.Shop.class, type.method());
        Object answer = woven.engine.enter(site, null, new Object[] {null});
        Publisher<?> result = type.publisher(((io.lockgraft.bootstrap.Substitute) answer).value());

        assertThat(subscribe(result).await().error).isInstanceOf(LockKeyException.class);
    }

    @Test
    void aBusyFluxIsThatOfTheMethodThatIsCalledInstead() throws Throwable {
        Heard first = subscribe(call(ReactiveType.MONO));
        MonoSink<Object> one = work.next();
        int site = woven.site(
                rule().waiting(Duration.ZERO)
                        .onBusy(new Outcome.Call("fluxInstead"))
                        .build(),
                ReactiveType.Shop.class,
                "fluxOr");
        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        Flux<?> result = (Flux<?>) Woven.exit(token, Flux.just("never"), null);

        assertThat(result.collectList().block(Duration.ofSeconds(20))).isEqualTo(List.of("a", "b"));
        one.success();
        first.await();
    }

    @ParameterizedTest
    @EnumSource
    void aLossThatIsKnownAtTheCompletionIsAnError(ReactiveType type) throws Throwable {
        Heard heard = subscribe(call(type, rule().onLost(OnLost.THROW).lease(Duration.ofSeconds(1))));
        MonoSink<Object> sink = work.next();
        store.delete(KEY);
        await().pollInterval(Duration.ofMillis(5)).until(() -> count(Event.LOST) == 1);
        sink.success("paid");

        assertThat(heard.await().error).isInstanceOf(LockLostException.class);
        assertThat(heard.items).hasSize(type.isStream() ? 1 : 0);
    }

    @Test
    void theContextOfReactorReachesTheWork() throws Throwable {
        for (ReactiveType type : new ReactiveType[] {ReactiveType.MONO, ReactiveType.FLUX, ReactiveType.PUBLISHER}) {
            Publisher<?> result = call(
                    woven,
                    rule(),
                    type,
                    () -> type.of(Mono.deferContextual(view -> Mono.just(view.<Object>get("tenant")))));
            Heard heard = subscribe(result, new Heard(Context.of("tenant", "blue"), Long.MAX_VALUE));
            assertThat(heard.await().items).containsExactly("blue");
        }
    }

    private static RuleBuilder fenced() {
        return rule().lock(LockKind.FENCED);
    }

    @ParameterizedTest
    @EnumSource
    @Shows("a publisher has a `fenced` rule")
    void theThreadThatBeginsTheWorkKnowsTheFenceTokenAndWhatFollowsDoesNot(ReactiveType type) throws Throwable {
        List<Long> tokens = Collections.synchronizedList(new ArrayList<>());
        Publisher<?> result = call(
                woven,
                fenced(),
                type,
                () -> type.of(Mono.fromCallable(() -> {
                    tokens.add(Fence.innermost());
                    return "paid";
                })));
        List<Long> after = Collections.synchronizedList(new ArrayList<>());
        Heard heard = new Heard() {
            @Override
            public void onComplete() {
                after.add(Fence.innermost());
                super.onComplete();
            }
        };

        subscribe(result, heard).await();
        subscribe(result).await();

        assertThat(tokens).hasSize(2).doesNotContain(0L).doesNotHaveDuplicates().isSorted();
        assertThat(after).containsExactly(0L);
    }

    @Test
    @Shows("a publisher has a `fenced` rule")
    void theContextOfReactorHasTheFenceTokenOnWhateverThreadTheWorkGoesOn() throws Throwable {
        List<Long> begun = Collections.synchronizedList(new ArrayList<>());
        Publisher<?> result = call(
                woven,
                fenced(),
                ReactiveType.MONO,
                () -> Mono.fromRunnable(() -> begun.add(Fence.innermost()))
                        .then(Mono.delay(Duration.ofMillis(1)))
                        .flatMap(tick -> Mono.deferContextual(view -> Mono.just(view.<Object>get("lockgraft.fence")))));

        assertThat(subscribe(result).await().items).isEqualTo(begun).doesNotContain(0L);
    }

    @Test
    void noOtherKindPutsATokenIntoTheContextOfReactor() throws Throwable {
        Publisher<?> result = call(
                woven,
                rule(),
                ReactiveType.MONO,
                () -> Mono.deferContextual(view -> Mono.just((Object) view.hasKey("lockgraft.fence"))));

        assertThat(subscribe(result).await().items).containsExactly(false);
    }

    static final class Versioned {
        static Mono<?> pay(FenceTest.Order order) {
            return null;
        }
    }

    private Publisher<?> payVersioned(FenceTest.Order order, Mono<?> work) throws Throwable {
        Rule rule = Woven.rule("PAY:{p0.number}")
                .lock(LockKind.FENCED)
                .fence(Target.parse("p0.version"))
                .build();
        int site = woven.site(rule, Versioned.class, "pay");
        Object token = woven.engine.enter(site, null, new Object[] {order});
        return (Publisher<?>) Woven.exit(token, work, null);
    }

    @Test
    void theArgumentHasTheFenceTokenOfEachSubscriptionBeforeItsWork() throws Throwable {
        FenceTest.Order order = new FenceTest.Order("42");
        Publisher<?> result = payVersioned(order, Mono.fromCallable(() -> order.version));
        assertThat(order.version).as("nobody has subscribed").isZero();

        long first = (Long) subscribe(result).await().items.get(0);
        long second = (Long) subscribe(result).await().items.get(0);

        assertThat(first).isPositive();
        assertThat(second).isGreaterThan(first);
    }

    @Test
    void whatASetterOfTheFenceTokenThrowsIsTheErrorAndTheWorkDoesNotBegin() throws Throwable {
        FenceTest.Order order = new FenceTest.Order("42");
        order.refusal = new java.io.IOException("closed");

        assertThat(subscribe(payVersioned(order, work.mono)).await().error).isSameAs(order.refusal);
        assertThat(work.all).hasValue(0);
        assertThat(Fence.innermost()).isZero();
        isFree();
    }

    @Test
    void theContextOfMutinyReachesTheWork() throws Throwable {
        int site = woven.site(rule().build(), ReactiveType.Shop.class, "uni");
        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        io.smallrye.mutiny.Uni<?> work = io.smallrye.mutiny.Uni.createFrom()
                .context(context -> io.smallrye.mutiny.Uni.createFrom().item((Object) context.get("tenant")));
        io.smallrye.mutiny.Uni<?> result = (io.smallrye.mutiny.Uni<?>) Woven.exit(token, work, null);

        assertThat((Object) result.awaitUsing(io.smallrye.mutiny.Context.of("tenant", "blue"))
                        .atMost(Duration.ofSeconds(20)))
                .isEqualTo("blue");
    }

    @Test
    void theWorkGoesOnOnTheKindOfThreadOnWhichItWasSubscribedTo() throws Throwable {
        Publisher<?> result = call(ReactiveType.MONO);
        Heard heard = new Heard();
        Schedulers.parallel().schedule(() -> result.subscribe(heard));
        work.next().success();
        heard.await();
        assertThat(work.threads).singleElement().asString().startsWith("parallel-");

        work.threads.clear();
        Heard blocking = subscribe(result);
        work.next().success();
        blocking.await();
        assertThat(work.threads).singleElement().asString().startsWith("boundedElastic-");
    }

    @Test
    void theWorkSeesTheContextLoaderOfItsSubscriber() throws Throwable {
        ClassLoader loader = new ClassLoader(null) {};
        Publisher<?> result = call(
                woven,
                rule(),
                ReactiveType.MONO,
                () -> Mono.fromCallable(() -> (Object) Thread.currentThread().getContextClassLoader()));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            assertThat(subscribe(result).await().items).containsExactly(loader);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void whatIsAskedForBeforeTheLockHasComeIsRememberedAndNoMoreIsGiven() throws Throwable {
        int site = woven.site(rule().build(), ReactiveType.Shop.class, "flux");
        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        Flux<?> result = (Flux<?>) Woven.exit(token, Flux.range(0, 10), null);
        Heard first = subscribe(call(ReactiveType.MONO));
        MonoSink<Object> one = work.next();

        Heard heard = subscribe(result, new Heard(Context.empty(), 0));
        heard.subscription.request(2);
        heard.subscription.request(1);
        one.success();
        first.await();

        await().until(() -> heard.items.size() == 3);
        assertThat(store.held()).containsExactly(KEY);
        heard.subscription.request(7);
        assertThat(heard.await().items).hasSize(10);
    }

    @Test
    void aRequestForNothingIsAnError() throws Throwable {
        Heard heard = subscribe(call(ReactiveType.FLUX), new Heard(Context.empty(), 0));
        heard.subscription.request(0);

        assertThat(heard.await().error).isInstanceOf(IllegalArgumentException.class);
        isFree();
    }

    @Test
    void theNextStepMayTakeTheSameLock() throws Throwable {
        Mono<Object> find = Mono.from(call(woven, rule(), ReactiveType.MONO, () -> Mono.just("found")))
                .cast(Object.class);
        Mono<Object> save = Mono.from(call(woven, rule(), ReactiveType.MONO, () -> Mono.just("saved")))
                .cast(Object.class);

        assertThat(find.flatMap(found -> save).block(Duration.ofSeconds(10))).isEqualTo("saved");
    }

    @Test
    void aSubscriptionInsideOfABodyThatHasTheKeyRunsInsideOfItsHold() throws Throwable {
        int site = woven.site(rule().build(), WorkTest.Shop.class, "pay");
        Object around = woven.engine.enter(site, null, new Object[] {"42"});
        Mono<?> inner = (Mono<?>) call(woven, rule(), ReactiveType.MONO, () -> Mono.just("paid"));

        assertThat(inner.block(Duration.ofSeconds(10))).isEqualTo("paid");
        assertThat(store.held()).containsExactly(KEY);
        Heard heard = subscribe(call(ReactiveType.MONO));
        MonoSink<Object> sink = work.next();
        Woven.exit(around, null, null);
        assertThat(store.held()).as("the later end counts").containsExactly(KEY);
        sink.success();
        heard.await();
        isFree();
        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    void aSubscriptionInsideOfAnotherOneOfReactorRunsInsideOfItsHold() throws Throwable {
        Publisher<?> inner = call(woven, rule(), ReactiveType.FLUX, () -> Flux.just("a", "b"));
        Mono<?> outer = (Mono<?>) call(
                woven,
                rule(),
                ReactiveType.MONO,
                () -> Mono.delay(Duration.ofMillis(5))
                        .flatMapMany(tick -> Flux.from(inner))
                        .collectList()
                        .cast(Object.class));

        assertThat(outer.block(Duration.ofSeconds(10))).isEqualTo(List.of("a", "b"));
        assertThat(woven.backend.acquires).hasValue(1);
        isFree();
        assertThat(outer.block(Duration.ofSeconds(10))).as("anew").isEqualTo(List.of("a", "b"));
    }

    @Test
    void aSubscriptionInsideOfOneThatNeedsLessIsRefused() throws Throwable {
        Publisher<?> inner = call(woven, rule(), ReactiveType.FLUX, () -> Flux.just("a", "b"));
        Publisher<?> outer = call(woven, rule().lock(LockKind.READ), ReactiveType.FLUX, () -> Flux.from(inner));

        assertThat(subscribe(outer).await().error).isInstanceOf(io.lockgraft.api.LockRuleException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aLockedCallAsTheWorkBeginsRunsInsideOfItsHold(ReactiveType type) throws Throwable {
        int site = woven.site(rule().build(), WorkTest.Shop.class, "pay");
        Publisher<?> result = call(
                woven,
                rule(),
                type,
                () -> type.of(Mono.defer(() -> {
                    try {
                        Object paid = woven.call(site, null, () -> "paid", "42");
                        assertThat(store.held()).containsExactly(KEY);
                        return Mono.just(paid);
                    } catch (Throwable e) {
                        return Mono.error(e);
                    }
                })));

        assertThat(subscribe(result).await().error).isNull();
        assertThat(woven.backend.acquires).hasValue(1);
        isFree();
        woven.call(site, null, () -> "paid", "42");
        assertThat(woven.backend.acquires).as("of the same thread, later").hasValue(2);
    }

    @Test
    void theCompletionWaitsForNoAnswerOfTheStore() throws Throwable {
        Heard heard = subscribe(call(ReactiveType.MONO, rule().onLost(OnLost.THROW)));
        MonoSink<Object> sink = work.next();
        CompletableFuture<Renewal> confirmed = new CompletableFuture<>();
        woven.backend.proof = confirmed;

        long begun = System.nanoTime();
        sink.success("paid");
        heard.await();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));

        confirmed.complete(Renewal.held(System.nanoTime()));
        assertThat(heard.items).containsExactly("paid");
    }

    /** A publisher of both families, which no library knows. */
    private static final class Both implements Publisher<Object>, java.util.concurrent.Flow.Publisher<Object> {
        @Override
        public void subscribe(org.reactivestreams.Subscriber<? super Object> to) {
            Flux.just("of Reactive Streams").subscribe(to);
        }

        @Override
        public void subscribe(java.util.concurrent.Flow.Subscriber<? super Object> to) {
            org.reactivestreams.FlowAdapters.toFlowPublisher(Flux.<Object>just("of Flow"))
                    .subscribe(to);
        }
    }

    @Test
    void aPublisherOfBothFamiliesIsGuardedAsWhatTheMethodDeclares() throws Throwable {
        assertThat(subscribe(call(woven, rule(), ReactiveType.PUBLISHER, Both::new))
                        .await()
                        .items)
                .containsExactly("of Reactive Streams");
        assertThat(subscribe(call(woven, rule(), ReactiveType.FLOW_PUBLISHER, Both::new))
                        .await()
                        .items)
                .containsExactly("of Flow");
    }

    @Test
    void aMonoThatIsDeclaredAsPublisherIsStillOne() throws Throwable {
        assertThat(call(woven, rule(), ReactiveType.PUBLISHER, () -> Mono.just("paid")))
                .isInstanceOf(Mono.class);
    }

    @Test
    void aPublisherThatNoDeclarationTellsOfIsAnError() throws Throwable {
        int site = woven.site(rule().build(), ReactiveType.Shop.class, "any");
        Object token = woven.engine.enter(site, null, new Object[] {"42"});

        Mono<?> mono = Mono.just("paid");
        assertThat(Woven.exit(token, mono, null)).isSameAs(mono);

        assertThat(log.toString())
                .contains("ERROR", "it has returned a reactor.core.publisher.MonoJust, which its declaration does not");
        assertThat(count(Event.NOT_FOLLOWED)).isOne();
    }

    @Test
    void aMonoThatIsTakenAsOneItemIsNotCancelledBeforeItsEnd() throws Throwable {
        Heard heard = subscribe(call(ReactiveType.MONO));
        work.next().success("paid");
        heard.await();

        assertThat(work.cancelled).hasValue(0);
    }

    /** Where nothing more may be told to the subscriber, the thread's owner hears of it, as without the lock. */
    @ParameterizedTest
    @EnumSource(names = {"MONO", "FLUX"})
    @FailsWithout("`SubscriptionLock#goOn` throws on what ends no subscription")
    void anErrorOfASubscriberReachesTheScheduler(ReactiveType type) throws Throwable {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        Schedulers.onHandleError((thread, e) -> told.complete(e));
        try {
            Publisher<?> result = call(woven, rule(), type, () -> type.of(Mono.just("paid")));
            result.subscribe(new Heard() {
                @Override
                public void onNext(Object item) {
                    throw new NoClassDefFoundError("of the subscriber");
                }
            });

            assertThat(told.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(NoClassDefFoundError.class)
                    .hasMessage("of the subscriber");
        } finally {
            Schedulers.resetOnHandleError();
        }
        isFree();
    }

    @Test
    void aSubscriberThatThrowsLeavesNothing() throws Throwable {
        Publisher<?> result = call(ReactiveType.FLUX);
        result.subscribe(new org.reactivestreams.Subscriber<Object>() {
            @Override
            public void onSubscribe(Subscription with) {
                with.request(1);
            }

            @Override
            public void onNext(Object item) {
                throw new IllegalStateException("a subscriber must not");
            }

            @Override
            public void onError(Throwable with) {}

            @Override
            public void onComplete() {}
        });
        try {
            work.next().success("paid");
        } catch (IllegalStateException itsOwn) {
            assertThat(itsOwn).hasMessage("a subscriber must not");
        }
        isFree();
    }
}

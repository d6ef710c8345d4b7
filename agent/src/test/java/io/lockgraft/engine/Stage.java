package io.lockgraft.engine;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.engine.HeldBackStore.Asked;
import io.lockgraft.engine.HeldBackStore.Given;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.Target;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.testing.store.FaultyServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;

/**
 * Two JVMs' engines at one key, callers of each, and what must hold of them at every moment. The store behind them is a
 * real one in memory. The engines are seen by what callers and stores see: nothing here knows of their inside.
 */
final class Stage implements Caller.Scene {
    /** What the callers of a test are, and what happens to them. */
    static final class Cast {
        final String[] kinds;
        int handoffs = 64;
        Duration linger = Duration.ZERO;
        /** The third caller's lock does not linger. */
        boolean odd;

        boolean loses;
        boolean overstays;

        Cast(String kinds) {
            this.kinds = kinds.split(" ");
        }
    }

    private static final int PERMITS = 2;
    private static final long STUCK = TimeUnit.SECONDS.toNanos(30);
    private static final Duration AT_MOST = Duration.ofMillis(30);
    private static final Target VERSION = target("p0.version");

    final Cast cast;
    final FaultyServer server = new FaultyServer();
    final Map<LockEngine, HeldBackStore> stores = new HashMap<>();
    final List<LockEngine> engines = new ArrayList<>();
    final List<Caller> callers = new ArrayList<>();
    /** The order that all callers call for. */
    String number;
    /** Whether calls that queue must get their turns in the order in which they began. */
    volatile boolean ordered;

    private final Sites sites = new Sites();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final int sweeper;
    private final Map<Given, Integer> callsOf = new HashMap<>();
    private long lastToken;

    static final class Shop {
        static void pay(Caller.Order order) {}

        static Mono<Object> payLater(Caller.Order order) {
            return null;
        }
    }

    Stage(Cast cast) {
        this.cast = cast;
        this.sweeper = site(rule(LockKind.EXCLUSIVE, Duration.ZERO, Duration.ZERO), "pay");
        for (int jvm = 0; jvm < 2; jvm++) {
            HeldBackStore store = new HeldBackStore(server);
            LockEngine engine = Engines.of(sites, () -> store, new LaterResults());
            stores.put(engine, store);
            engines.add(engine);
        }
        for (int i = 0; i < cast.kinds.length; i++) {
            LockKind kind = LockKind.valueOf(cast.kinds[i]);
            boolean last = i == cast.kinds.length - 1;
            LockEngine engine = engines.get(last ? 1 : 0);
            RuleBuilder rule = rule(kind, cast.odd && i == 2 ? Duration.ZERO : cast.linger, Duration.ofMinutes(5));
            callers.add(
                    i == 1
                            ? new Caller.OfMono(engine, site(rule, "payLater"), kind, this)
                            : new Caller.OfThread(engine, site(rule, "pay"), kind, this));
        }
    }

    private static Target target(String text) {
        try {
            return Target.parse(text);
        } catch (SyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private RuleBuilder rule(LockKind kind, Duration linger, Duration wait) {
        RuleBuilder rule = Woven.rule("PAY:{p0.number}")
                .lock(kind)
                .waiting(wait)
                .lease(Duration.ofMinutes(10))
                .handoff(new Handoff(cast.handoffs, Duration.ofMinutes(10)))
                .linger(linger);
        if (kind == LockKind.SEMAPHORE) {
            rule.permits(PERMITS);
        }
        if (kind == LockKind.FENCED) {
            rule.fence(VERSION);
        }
        return cast.overstays ? rule.hold(Duration.ZERO, AT_MOST, OnExceeded.RELEASE, Until.WORK) : rule;
    }

    private int site(RuleBuilder rule, String method) {
        return Woven.add(sites, rule.build(), Woven.method(Shop.class, method), Shop.class.getClassLoader(), null);
    }

    long count(Event event) {
        return sites.counters().get("pay-order").of(event);
    }

    boolean isSemaphore() {
        return callers.get(0).kind == LockKind.SEMAPHORE;
    }

    /** A reader that another one shares its lock with is asleep for a moment more, and not seen to have it. */
    static boolean mayShare(Caller caller) {
        return caller.kind == LockKind.READ && caller.state == Caller.State.CALLING;
    }

    long losers() {
        long all = 0;
        for (LockEngine engine : engines) {
            long inside = callers.stream()
                    .filter(each -> each.engine == engine && each.state == Caller.State.INSIDE && !each.excused)
                    .count();
            long held = stores.get(engine).given.stream().filter(Stage::isOut).count();
            all += inside > 0 ? inside : held;
        }
        return all;
    }

    static boolean isOut(Given given) {
        return given.releases() == 0 && !given.lost().isDone();
    }

    /** Whether its lock is surely its own. One that is held for too long is counted before it is given back. */
    boolean holds(Caller caller) {
        return caller.state == Caller.State.INSIDE
                && !caller.excused
                && (!cast.overstays || count(Event.EXCEEDED) == caller.exceeded);
    }

    @Override
    public synchronized void entered(Caller caller) {
        int beside = 0;
        for (Caller each : callers) {
            if (each != caller && holds(each) && !caller.excused) {
                beside++;
                boolean together = each.kind == caller.kind
                        && (caller.kind == LockKind.READ || caller.kind == LockKind.SEMAPHORE && beside < PERMITS);
                mayNot(!together, "two at a time");
            }
            boolean before = each.engine == caller.engine && each.state == Caller.State.CALLING;
            mayNot(ordered && isQueued(caller) && isQueued(each) && before && each.turn < caller.turn, "out of turn");
        }
        if (caller.kind == LockKind.FENCED && !caller.excused) {
            mayNot(caller.order.version() <= lastToken, "a token that is not greater than the one before");
            lastToken = caller.order.version();
        }
        countCall(caller);
        caller.state = Caller.State.INSIDE;
    }

    private static boolean isQueued(Caller caller) {
        return caller instanceof Caller.OfThread && caller.kind != LockKind.READ && caller.kind != LockKind.SEMAPHORE;
    }

    /** How many calls in a row a grant had. */
    private void countCall(Caller caller) {
        List<Given> given = stores.get(caller.engine).given;
        if (isQueued(caller) && !caller.excused && cast.linger.isZero() && !cast.overstays) {
            int calls = callsOf.merge(given.get(given.size() - 1), 1, Integer::sum);
            mayNot(calls > cast.handoffs + 1, "handed over more often than it may");
        }
    }

    private void mayNot(boolean wrong, String what) {
        if (wrong) {
            surprised(new AssertionError(what));
        }
    }

    @Override
    public void surprised(Throwable surprise) {
        surprises.add(surprise);
    }

    static void must(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    void mustNotBeSurprised() {
        must(surprises.isEmpty(), "" + surprises.peek());
    }

    /** Returns when no call can go on by itself: each waits for one that has the lock, or for the store. */
    void settle() {
        await(
                "call that goes on, or is forgotten",
                () -> callers.stream().allMatch(Caller::isAtRest)
                        && engines.stream().noneMatch(each -> isForgotten(each) || isReleasing(each))
                        && callers.stream().noneMatch(this::isWithdrawing)
                        && !isStoreAtWork());
        mustNotBeSurprised();
    }

    private boolean isForgotten(LockEngine engine) {
        boolean waits = false;
        for (Caller caller : callers) {
            if (caller.engine == engine) {
                waits |= caller.state == Caller.State.CALLING;
                if (holds(caller)) {
                    return false;
                }
            }
        }
        return waits && stores.get(engine).waiting() == 0;
    }

    /** Whether a call without a thread has ended, and its grant is not on its way back or with another call yet. */
    private boolean isReleasing(LockEngine engine) {
        long inside = callers.stream()
                .filter(each -> each.engine == engine && each.state == Caller.State.INSIDE && !each.excused)
                .count();
        return cast.linger.isZero()
                && stores.get(engine).given.stream().filter(Stage::isOut).count() > inside;
    }

    /** Whether a call without a thread has given up, which a thread of the engine tells the store. */
    private boolean isWithdrawing(Caller caller) {
        return caller instanceof Caller.OfMono
                && caller.state == Caller.State.IDLE
                && stores.get(caller.engine).open(Asked.GRANT).stream()
                        .anyMatch(each -> each.request().owner().thread() == null);
    }

    /** Whether the key is free, and the store has not told a request of it that waits for it. */
    private boolean isStoreAtWork() {
        return server.held().isEmpty()
                && stores.values().stream()
                        .flatMap(each -> each.open(Asked.GRANT).stream())
                        .anyMatch(each -> !each.isReady());
    }

    interface Condition {
        boolean holds();
    }

    void await(String what, Condition condition) {
        long since = System.nanoTime();
        while (!condition.holds()) {
            must(System.nanoTime() - since < STUCK, "stuck: " + what);
            LockSupport.parkNanos(10_000);
        }
    }

    /** What lingers is in the way of this call, which may try once. */
    void sweep() {
        for (LockEngine engine : engines) {
            if (!cast.linger.isZero() && stores.get(engine).given.stream().anyMatch(Stage::isOut)) {
                try {
                    engine.enter(sweeper, null, new Object[] {new Caller.Order(number)})
                            .exit(null, null);
                } catch (LockBusyException e) {
                    // Another call has it, or comes before.
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    void checkGrants() {
        mustNotBeSurprised();
        for (HeldBackStore store : stores.values()) {
            // The answer to a call that gave up may have come just now.
            await("grant that is given back", () -> store.given.stream().allMatch(each -> each.releases() > 0));
            for (Given each : store.given) {
                must(each.releases() == 1, "given back " + each.releases() + " times");
            }
            must(store.waiting() == 0, "a request that nobody has abandoned");
            store.given.clear();
        }
        callsOf.clear();
    }

    /** Ends both engines; what lingers goes back. */
    void close() throws InterruptedException {
        for (Caller caller : callers) {
            caller.close();
        }
        engines.forEach(LockEngine::close);
    }

    String state() {
        StringBuilder text = new StringBuilder();
        for (Caller caller : callers) {
            text.append(callers.indexOf(caller)).append(": ").append(caller).append('\n');
        }
        for (LockEngine engine : engines) {
            HeldBackStore store = stores.get(engine);
            text.append("keys in use: ").append(engine.gatesInUse());
            text.append(", requests under way: ").append(store.waiting());
            text.append(", grants out: ")
                    .append(store.given.stream().filter(Stage::isOut).count())
                    .append('\n');
        }
        return text.append("held in the store: ").append(server.held()).toString();
    }
}

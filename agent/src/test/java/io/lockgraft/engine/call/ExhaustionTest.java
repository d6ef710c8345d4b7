package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A stack or a heap that is used up, at every moment of a call: no body runs without its lock, the keeper lives, and
 * what was held ends with its lease at the latest.
 */
@Timeout(120)
@Shows({"the body throws, also an Error or a StackOverflowError", "no memory, no stack"})
final class ExhaustionTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Runnable NOTHING = () -> {};

    private final Sites sites = new Sites();
    private final AtomicInteger overflows = new AtomicInteger();
    private final AtomicInteger bodies = new AtomicInteger();

    static final class Shop {
        static void pay(String order) {}
    }

    private int site(Duration lease) {
        return site(lease, true);
    }

    private int site(Duration lease, boolean renew) {
        return Woven.add(
                sites,
                Woven.rule("PAY:{p0}")
                        .waiting(Duration.ofSeconds(10))
                        .lease(lease)
                        .renew(renew)
                        .build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);
    }

    private long lost() {
        return sites.counters().get("pay-order").of(Event.LOST);
    }

    /** As woven code does it: one frame that enters and leaves. */
    private void pay(LockEngine engine, int site, Runnable body) throws Throwable {
        Object token = engine.enter(site, null, new Object[] {"42"});
        Throwable thrown = null;
        try {
            bodies.incrementAndGet();
            body.run();
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            Woven.exit(token, thrown);
        }
    }

    private static void inThread(Runnable work) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, work, "deep", 512 * 1024);
        thread.setUncaughtExceptionHandler((who, e) -> failure.set(e));
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
    }

    /** Goes down to the end of the stack, and on the way back pays at each depth. */
    @SuppressWarnings("InfiniteRecursion")
    private void payAtEveryDepth(LockEngine engine, int site, int[] left) {
        try {
            payAtEveryDepth(engine, site, left);
        } catch (StackOverflowError e) {
            // The deepest.
        }
        if (left[0]-- > 0) {
            try {
                pay(engine, site, NOTHING);
            } catch (StackOverflowError e) {
                overflows.incrementAndGet();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    private void recurse(LockEngine engine, int site) {
        try {
            pay(engine, site, () -> recurse(engine, site));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStackThatIsUsedUpAtAnyDepthKeepsNoLockForLongerThanItsLease() throws Throwable {
        try (Woven woven = new Woven()) {
            LockEngine engine = Engines.of(sites, () -> woven.backend, Access.NONE);
            int site = site(LEASE);
            pay(engine, site, NOTHING);

            inThread(() -> payAtEveryDepth(engine, site, new int[] {2000}));

            assertThat(overflows.get()).as("calls that had no stack").isPositive();
            await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
            pay(engine, site, NOTHING);
        }
    }

    @Test
    void aRecursionWithoutEndKeepsNoLockForLongerThanItsLease() throws Throwable {
        try (Woven woven = new Woven()) {
            LockEngine engine = Engines.of(sites, () -> woven.backend, Access.NONE);
            int site = site(LEASE);

            for (int i = 0; i < 20; i++) {
                inThread(() -> {
                    Throwable thrown = catchThrowable(() -> recurse(engine, site));
                    assertThat(thrown).isInstanceOf(StackOverflowError.class);
                });
            }

            await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
            pay(engine, site, NOTHING);
        }
    }

    @Test
    void onRedisAStackThatIsUsedUpAtAnyDepthKeepsNoLockForLongerThanItsLease() throws Throwable {
        try (RedisServer server = RedisServer.start()) {
            RedisSettings settings = RedisSettings.of(Topology.single(server.address()))
                    .timeout(Duration.ofSeconds(1))
                    .build();
            LockEngine engine = Engines.of(sites, () -> new RedisStore(new TestContext(), settings), Access.NONE);
            int site = site(LEASE);
            pay(engine, site, NOTHING);

            inThread(() -> payAtEveryDepth(engine, site, new int[] {1500}));

            assertThat(overflows.get()).as("calls that had no stack").isPositive();
            // Where an answer came too late there is a tombstone for a while.
            await().untilAsserted(() -> assertThat(server.keys("shop:PAY:42")).isEmpty());
            pay(engine, site, NOTHING);
            engine.close();
        }
    }

    /** A backend whose JVM has no memory left from time to time. */
    private static final class Starved implements LockStore {
        private final LockStore backend;
        volatile boolean whenRenewing;
        volatile boolean whenGranted;
        final AtomicInteger refusals = new AtomicInteger();
        volatile boolean whenReleasing;

        Starved(LockStore backend) {
            this.backend = backend;
        }

        @Override
        public Attempt acquire(Request request) {
            return AttemptDouble.of(backend.acquire(request), this::starved);
        }

        private Grant starved(Grant grant) {
            return new Grant() {
                @Override
                public Request request() {
                    if (whenGranted) {
                        refusals.incrementAndGet();
                        throw new OutOfMemoryError("after the grant");
                    }
                    return grant.request();
                }

                @Override
                public long sentAt() {
                    return grant.sentAt();
                }

                @Override
                public long leaseMillis() {
                    return grant.leaseMillis();
                }

                @Override
                public long token() {
                    return grant.token();
                }

                @Override
                public CompletableFuture<Renewal> releaseAfter(long millis) {
                    return grant.releaseAfter(millis);
                }

                @Override
                public CompletableFuture<Renewal> release() {
                    if (whenReleasing) {
                        throw new OutOfMemoryError("before the release");
                    }
                    return grant.release();
                }
            };
        }

        @Override
        public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
            if (whenRenewing) {
                whenRenewing = false;
                throw new OutOfMemoryError("before the renewal");
            }
            return backend.renew(grants);
        }

        @Override
        public long questionNanos() {
            return backend.questionNanos();
        }

        @Override
        public void close() {
            backend.close();
        }
    }

    @Test
    void aKeeperThatFindsNoMemoryOnceKeepsTheLocksAllTheSame() throws Throwable {
        try (Woven woven = new Woven()) {
            Starved starved = new Starved(woven.backend);
            LockEngine engine = Engines.of(sites, () -> starved, Access.NONE);
            int site = site(Duration.ofMillis(1500));
            Object token = engine.enter(site, null, new Object[] {"42"});

            starved.whenRenewing = true;

            await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 3);
            assertThat(woven.store.held()).containsExactly("shop:PAY:42");
            assertThat(lost()).isZero();
            Woven.exit(token, null);
            engine.close();
        }
    }

    @Test
    void aLossThatFindsNoMemoryOnceIsKnownAllTheSame() throws Throwable {
        try (Woven woven = new Woven()) {
            Starved starved = new Starved(woven.backend);
            LockEngine engine = Engines.of(sites, () -> starved, Access.NONE);
            int site = site(Duration.ofMillis(300), false);
            Object token = engine.enter(site, null, new Object[] {"42"});

            starved.whenGranted = true;
            await().until(() -> starved.refusals.get() > 0);
            starved.whenGranted = false;

            await().atMost(Duration.ofSeconds(20)).until(() -> lost() == 1);
            await().until(() -> engine.gatesInUse() == 0);
            Woven.exit(token, null);
            engine.close();
        }
    }

    @Test
    void aGrantThatFindsNoMemoryForItsHoldRunsNoBody() throws Throwable {
        try (Woven woven = new Woven()) {
            Starved starved = new Starved(woven.backend);
            LockEngine engine = Engines.of(sites, () -> starved, Access.NONE);
            int site = site(LEASE);
            starved.whenGranted = true;

            Throwable thrown = catchThrowable(() -> pay(engine, site, NOTHING));

            assertThat(thrown).isInstanceOf(OutOfMemoryError.class);
            assertThat(bodies.get()).isZero();
            await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
        }
    }

    @Test
    void aReleaseThatFindsNoMemoryEndsTheHoldAndChangesNoResult() throws Throwable {
        try (Woven woven = new Woven()) {
            Starved starved = new Starved(woven.backend);
            LockEngine engine = Engines.of(sites, () -> starved, Access.NONE);
            int site = site(Duration.ofSeconds(1));
            starved.whenReleasing = true;

            pay(engine, site, NOTHING);
            starved.whenReleasing = false;

            pay(engine, site, NOTHING);
            assertThat(bodies.get())
                    .as("the second after the first one's lease")
                    .isEqualTo(2);
            await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
        }
    }
}

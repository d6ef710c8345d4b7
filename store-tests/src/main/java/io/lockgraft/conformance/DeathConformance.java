package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.conformance.jvm.OtherJvm;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Processes that are killed or stand still, and what the others get then: as soon as the store declares, and no sooner
 * than it is safe. All kinds at once, each with a key of its own. Tests that wait for the end of a session have the tag
 * {@value #TAG}, so that a store can give them a short one.
 */
abstract class DeathConformance extends ThreadConformance {
    static final String TAG = "death";

    /** What the store's answers and a busy machine add to what is declared. */
    private static final long MARGIN = 3_000;

    private static final long MINUTE = 60_000;

    @Test
    @Tag(TAG)
    @Timeout(240)
    @Shows({
        "kill -9 of the holder",
        "the JVM of a holder dies, also by kill -9",
        "kill -9 of a JVM whose locks are in ZooKeeper",
        "kill -9 of a JVM whose locks are in Consul"
    })
    void theLocksOfAKilledProcessAreFreeWithinTheTimeThatIsDeclared() throws Exception {
        assumeSeveralProcesses();
        long lease = leaseThatDeathCutsShort();
        long freed = capabilities().freedAfter(lease);
        Map<LockKind, Grant> dead = new EnumMap<>(LockKind.class);
        Map<LockKind, CompletableFuture<Long>> took = new EnumMap<>(LockKind.class);
        Map<LockKind, Attempt> next = new EnumMap<>(LockKind.class);
        Map<LockKind, CompletableFuture<Renewal>> released = new EnumMap<>(LockKind.class);
        try (OtherJvm process = OtherJvm.start()) {
            LockStore store = opened(process);
            long begun = System.nanoTime();
            for (LockKind kind : kinds()) {
                dead.put(kind, granted(store.acquire(request(kind, key + kind, lease, AMPLE))));
                next.put(kind, waiting(here, request(Rivals.of(kind), key + kind, longLease, freed + MINUTE)));
            }

            process.kill();
            long killed = System.nanoTime();
            next.forEach((kind, attempt) -> {
                took.put(kind, attempt.answer().thenApply(any -> toMillis(System.nanoTime() - killed)));
                // At once: the lease of a session may be shorter than what other kinds take.
                released.put(
                        kind,
                        attempt.answer().thenCompose(answer -> answer.grant().release()));
            });

            for (LockKind kind : kinds()) {
                Grant grant = granted(next.get(kind), freed + MINUTE);
                assertThat(took.get(kind).join())
                        .as("milliseconds after its process was killed, of %s", kind)
                        .isLessThan(freed + MARGIN);
                if (capabilities().can(Capability.OUTLIVES_PROCESS)) {
                    assertThat(took.get(kind).join() + toMillis(killed - begun))
                            .as("milliseconds that the lock of its process outlived it, of %s", kind)
                            .isGreaterThanOrEqualTo(lease - lease / 50);
                }
                assertThat(grant.token() > dead.get(kind).token())
                        .as("a greater token")
                        .isEqualTo(kind == LockKind.FENCED);
                assertThat(Renewals.isHeld(released.get(kind))).as("%s", kind).isTrue();
            }
        }
        awaitNothingLeft(kinds().stream().map(kind -> key + kind).toArray(String[]::new));
    }

    @Test
    @Tag(TAG)
    @Timeout(240)
    @FailsWithout("`turn.lua` notes who is present, so that a dead `fair` waiter holds the queue up for 5 s at most")
    @Shows({"`fair`", "a waiting JVM dies, or stands still"})
    void aWaiterWhoseProcessWasKilledHoldsNobodyUpForLongerThanIsDeclared() throws Exception {
        long lease = lease(1000);
        Map<LockKind, Grant> held = new EnumMap<>(LockKind.class);
        Map<LockKind, Attempt> next = new EnumMap<>(LockKind.class);
        Map<LockKind, CompletableFuture<Long>> took = new EnumMap<>(LockKind.class);
        boolean isProcess = capabilities().reach() != Reach.JVM;
        try (OtherJvm process = isProcess ? OtherJvm.start() : null) {
            LockStore dead = isProcess ? opened(process) : open();
            for (LockKind kind : kinds()) {
                LockKind rival = Rivals.of(kind);
                held.put(kind, granted(here.acquire(request(rival, key + kind, longLease, AMPLE))));
                waiting(dead, request(kind, key + kind, lease, MINUTE));
                next.put(kind, waiting(there, request(rival, key + kind, longLease, heldUp(kind, lease) + MINUTE)));
            }

            if (isProcess) {
                process.kill();
            } else {
                dead.close();
            }
            for (LockKind kind : kinds()) {
                long released = System.nanoTime();
                held.get(kind).release();
                took.put(kind, next.get(kind).answer().thenApply(any -> toMillis(System.nanoTime() - released)));
            }
        }

        for (LockKind kind : kinds()) {
            release(granted(next.get(kind), heldUp(kind, lease) + MINUTE));
            assertThat(took.get(kind).join())
                    .as("milliseconds until %s went on behind a dead waiter", kind)
                    .isLessThan(heldUp(kind, lease) + MARGIN);
        }
    }

    /** A question that is under way when its process dies may be granted: by then the others wait for that lock. */
    private long heldUp(LockKind kind, long lease) {
        long declared = capabilities().deadWaiter(kind);
        return capabilities().can(Capability.ONE_LEASE)
                ? declared
                : declared + capabilities().freedAfter(lease);
    }

    @Test
    @Tag(TAG)
    @Timeout(240)
    @Shows("SIGSTOP of the holder for longer than its lease, then SIGCONT")
    void aProcessThatStoodStillForLongerThanItsLeaseIsToldThatItLostItsLocks() throws Exception {
        assumeSeveralProcesses();
        long lease = lease(2_000);
        long freed = Math.max(lease, capabilities().freedAfter(lease));
        Map<LockKind, Grant> lost = new EnumMap<>(LockKind.class);
        Map<LockKind, Attempt> next = new EnumMap<>(LockKind.class);
        Map<LockKind, CompletableFuture<Long>> took = new EnumMap<>(LockKind.class);
        try (OtherJvm process = OtherJvm.start()) {
            LockStore store = opened(process);
            for (LockKind kind : kinds()) {
                long begun = System.nanoTime();
                lost.put(kind, granted(store.acquire(request(kind, key + kind, lease, AMPLE))));
                next.put(kind, here.acquire(request(Rivals.of(kind), key + kind, longLease, freed + 2 * MINUTE)));
                took.put(kind, next.get(kind).answer().thenApply(any -> toMillis(System.nanoTime() - begun)));
            }

            assumeTrue(process.stop(), "this system stops no process");
            awaitAll(next, freed + MARGIN);
            process.goOn();

            for (LockKind kind : kinds()) {
                Grant grant = granted(next.get(kind), MINUTE);
                assertThat(took.get(kind).join())
                        .as("milliseconds until another got %s, which the holder took for its own", kind)
                        .isGreaterThanOrEqualTo(lost.get(kind).leaseMillis() - lease / 50);
                awaitLost(store, lost.get(kind));
                assertThat(release(lost.get(kind))).as("%s", kind).isFalse();
                release(grant);
            }
        }
        awaitNothingLeft(kinds().stream().map(kind -> key + kind).toArray(String[]::new));
    }

    /** Until each is answered or that time is over: a store whose locks end with the process frees none of its now. */
    private static void awaitAll(Map<LockKind, Attempt> attempts, long millis) throws InterruptedException {
        long until = System.nanoTime() + MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - until < 0
                && !attempts.values().stream()
                        .allMatch(attempt -> attempt.answer().isDone())) {
            Thread.sleep(20);
        }
    }

    /** The store may not know it at once. It never says that the lock is held. */
    private static void awaitLost(LockStore store, Grant grant) {
        await("it is told that it lost " + grant.request())
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    Renewal said =
                            store.renew(Collections.singletonList(grant)).get(0).get(30, SECONDS);
                    assertThat(said.isHeld())
                            .as("%s is held by another", grant.request())
                            .isFalse();
                    return said.isLost();
                });
    }

    /** A long one where death ends it sooner, so that both can be told apart. */
    private long leaseThatDeathCutsShort() {
        return capabilities().freedAfter(longLease) + MARGIN < longLease ? longLease : lease(2_000);
    }

    private LockStore opened(OtherJvm process) throws Exception {
        LockStore store = process.open(opening());
        LockKind any = kinds().iterator().next();
        release(granted(store.acquire(request(any, key + ":warm", longLease, 30_000))));
        return store;
    }

    private static Grant granted(Attempt attempt, long withinMillis) throws Exception {
        attempt.answer().get(withinMillis, MILLISECONDS);
        return granted(attempt);
    }

    private void assumeSeveralProcesses() {
        assumeTrue(capabilities().reach() != Reach.JVM, "a backend of one JVM ends with it");
    }
}

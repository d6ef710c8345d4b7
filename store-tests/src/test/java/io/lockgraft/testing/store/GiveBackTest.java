package io.lockgraft.testing.store;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.spi.table.KeyTable;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys that are given back to a table. */
@Timeout(60)
final class GiveBackTest extends TableGround {
    private static final long LEASE = 30_000;
    private static final List<String> K = List.of("K");

    @Test
    @FailsWithout("`Returns#open` has each give-back of a key, not the last one alone")
    void permitsThatAreGivenBackTogetherDoNotRefuseTheNextCalls() throws Exception {
        Grant first = granted(store().acquire(request(LockKind.SEMAPHORE, 2, K, LEASE, 5_000)));
        Grant second = granted(store().acquire(request(LockKind.SEMAPHORE, 2, K, LEASE, 5_000)));
        Owner unlucky = first.request().owner();
        AtomicInteger failures = new AtomicInteger();
        AtomicBoolean down = new AtomicBoolean(true);
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("giveBack") && claim.request().owner().equals(unlucky) && down.get()) {
                failures.incrementAndGet();
                throw new IOException("down");
            }
        };
        assertThat(Renewals.cause(first.release())).isNotNull();
        server.freeze();
        CompletableFuture<Renewal> released = second.release();
        server.thaw();
        assertThat(Renewals.isHeld(released)).isTrue();
        await("long pauses").until(() -> failures.get() >= 6);

        down.set(false);
        Attempt next =
                store().acquire(request(LockKind.SEMAPHORE, 2, K, LEASE, 10_000).once());
        Attempt oneMore =
                store().acquire(request(LockKind.SEMAPHORE, 2, K, LEASE, 10_000).once());

        granted(next);
        granted(oneMore);
    }

    @Test
    @FailsWithout("`Returns#untilKnown` asks again")
    void aReleaseThatFailedIsAskedAgainUntilItIsKnown() throws Exception {
        Grant grant = granted(store().acquire(request("K", LEASE, 5_000)));
        AtomicInteger failures = new AtomicInteger();
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("giveBack") && failures.incrementAndGet() <= 5) {
                throw new IOException("down");
            }
        };

        assertThat(Renewals.cause(grant.release())).isNotNull();

        granted(other().acquire(request("K", LEASE, 20_000)));
    }

    @Test
    @FailsWithout("`TableGrant#releaseAfter` asks again")
    void aKeyThatStaysForAWhileStaysThoughTheTableIsDownWhenThatIsAsked() throws Exception {
        Grant grant = granted(store().acquire(request("K", 5_000, 5_000)));
        AtomicInteger failures = new AtomicInteger();
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("extend") && failures.incrementAndGet() <= 3) {
                throw new IOException("down");
            }
        };

        assertThat(Renewals.cause(grant.releaseAfter(LEASE))).isNotNull();

        await().until(() -> failures.get() > 3);
        long leaseIsOver = grant.sentAt() + grant.request().leaseNanos() + SECONDS.toNanos(1);
        await().until(() -> System.nanoTime() - leaseIsOver > 0);
        assertThat(answer(other().acquire(request("K", LEASE, 5_000).once())).isBusy())
                .isTrue();
    }

    /** A compound asks for a key again once it has given back what came late. */
    @Test
    @FailsWithout("`SteppedAttempt#abandon` gives back what is granted before it returns, whatever step is under way")
    void whoAbandonsAGrantIsNotRefusedBecauseOfItThoughTheGrantIsStillBeingTold() throws Exception {
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<Void> heard = new CompletableFuture<>();
        server.freeze();
        Attempt late = store().acquire(request("K", LEASE, 5_000));
        CompletableFuture<Void> listener = late.answer().thenRun(() -> {
            told.complete(null);
            heard.join();
        });
        server.thaw();
        told.get(20, SECONDS);

        late.abandon();

        granted(store().acquire(request("K", LEASE, 5_000).once()));
        heard.complete(null);
        listener.get(20, SECONDS);
    }

    @Test
    @FailsWithout("`SteppedAttempt#givenBack`: what a call abandons costs the table one question")
    void whatIsAbandonedIsGivenBackOnce() throws Exception {
        AtomicInteger given = new AtomicInteger();
        table.trouble = (asked, key, claim) -> given.addAndGet(asked.equals("giveBack") ? 1 : 0);
        Attempt attempt = store().acquire(request("K", LEASE, 5_000));
        granted(attempt);

        attempt.abandon();
        attempt.abandon();

        granted(store().acquire(request("K", LEASE, 5_000))); // behind all that gives it back
        assertThat(given).hasValue(1);
    }

    /** Entries that end with a session, not with a lease. */
    private static final class Ephemeral implements KeyTable {
        private final ConcurrentMap<String, Owner> entries = new ConcurrentHashMap<>();
        private volatile boolean broken;

        private void reach() throws IOException {
            if (broken) {
                throw new IOException("down");
            }
        }

        @Override
        public KeyAnswer take(String key, Claim claim) throws IOException {
            reach();
            Owner owner = entries.putIfAbsent(key, claim.request().owner());
            return owner == null || owner.equals(claim.request().owner())
                    ? KeyAnswer.taken()
                    : KeyAnswer.heldBy(owner.text());
        }

        @Override
        public boolean extend(String key, Claim claim, long nanos) throws IOException {
            reach();
            return claim.request().owner().equals(entries.get(key));
        }

        @Override
        public boolean giveBack(String key, Claim claim) throws IOException {
            reach();
            return entries.remove(key, claim.request().owner());
        }

        @Override
        public long questionNanos() {
            return 1_000_000_000L;
        }

        @Override
        public boolean leasesEnd() {
            return false;
        }
    }

    @Test
    @FailsWithout("`KeyTable#leasesEnd` keeps the base asking when the lease is over")
    void anEntryThatEndsWithItsSessionAloneDoesNotStay() throws Exception {
        Ephemeral ephemeral = new Ephemeral();
        TableStore sessions = new TableStore(new TestContext(), "ephemeral", ephemeral);
        Grant grant = granted(sessions.acquire(request("K", 50, 5_000)));
        ephemeral.broken = true;
        assertThat(Renewals.cause(grant.release())).isNotNull();
        long leaseIsOver = grant.sentAt() + 2 * grant.request().leaseNanos();
        await().until(() -> System.nanoTime() - leaseIsOver > 0);

        ephemeral.broken = false;

        await().until(ephemeral.entries::isEmpty);
        sessions.close();
    }

    @Test
    @FailsWithout("`ReturnBatches` makes one question of what comes while the table is asked")
    void releasesThatComeWhileTheTableIsAskedAreOneQuestion() throws Exception {
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            grants.add(granted(store().acquire(request("K" + i, LEASE, 5_000))));
        }
        table.timeoutMillis = 20_000;
        server.freeze();
        List<CompletableFuture<Renewal>> released = new ArrayList<>();
        grants.forEach(each -> released.add(each.release()));
        server.thaw();

        for (CompletableFuture<Renewal> each : released) {
            assertThat(Renewals.isHeld(each)).isTrue();
        }
        assertThat(table.releases).as("questions").hasValueLessThanOrEqualTo(3);
    }

    @Test
    void aKeyThatStaysBlockedKeepsNoOtherFromBeingReleased() throws Exception {
        Grant blocked = granted(store().acquire(request("blocked", LEASE, 5_000)));
        Grant free = granted(store().acquire(request("free", LEASE, 5_000)));
        server.freeze();
        CompletableFuture<Renewal> first = blocked.release();
        CompletableFuture<Renewal> second = free.release();
        server.block("blocked");
        assertThat(Renewals.cause(first)).isNotNull();
        assertThat(Renewals.cause(second)).isNotNull();
        server.thawAllBut("blocked");

        granted(other().acquire(request("free", LEASE, 20_000)));
    }

    @Test
    @FailsWithout("`TableAttempt#care` counts anew for how long others have had the next key")
    void anAttemptThatBeginsAgainWaitsForItsFirstKeyAsForANewOne() throws Exception {
        Grant second = granted(other().acquire(request("b", LEASE, 5_000)));
        CompletableFuture<Grant> first = new CompletableFuture<>();
        ConcurrentMap<String, Long> waitedAtFirst = new ConcurrentHashMap<>();
        TableStore direct = new TableStore(new TestContext(), "direct", new BlockingTable(server) {
            @Override
            public boolean giveBack(String key, Claim claim) throws Exception {
                if (!first.isDone()) {
                    first.complete(granted(other().acquire(request("a", LEASE, 5_000))));
                }
                return super.giveBack(key, claim);
            }

            @Override
            public long pause(String key, long waited) {
                waitedAtFirst.putIfAbsent(key, waited);
                return super.pause(key, waited);
            }
        });
        Attempt waiting = direct.acquire(request(LockKind.EXCLUSIVE, 1, List.of("a", "b"), 300, 20_000));
        await().until(() -> waitedAtFirst.containsKey("b"));

        server.keys().lose("a", null);
        await().until(() -> waitedAtFirst.containsKey("a"));

        assertThat(waitedAtFirst).containsEntry("a", 0L).containsEntry("b", 0L);
        first.join().release().get(10, SECONDS);
        second.release().get(10, SECONDS);
        assertThat(Renewals.isHeld(granted(waiting).release())).isTrue();
        direct.close();
    }

    /** It begins again with nothing in hand. */
    @Test
    @FailsWithout("`TableAttempt#care` waits for a give-back, which it does not ask a second time")
    void keysOfAWaitThatLostOneAreGivenBackOnce() throws Exception {
        Grant other = granted(other().acquire(request("b", LEASE, 5_000)));
        AtomicInteger given = new AtomicInteger();
        TableStore direct = new TableStore(new TestContext(), "direct", new BlockingTable(server) {
            @Override
            public boolean giveBack(String key, Claim claim) throws Exception {
                given.incrementAndGet();
                return super.giveBack(key, claim);
            }

            @Override
            public boolean blocks() {
                return false;
            }

            @Override
            public int batch() {
                return 1;
            }
        });
        Attempt waiting = direct.acquire(request(LockKind.EXCLUSIVE, 1, List.of("a", "b"), 300, 20_000));
        await().until(waiting::isContended);

        server.keys().lose("a", null);
        await().until(() -> given.get() > 0);
        other.release().get(10, SECONDS);

        assertThat(Renewals.isHeld(granted(waiting).release())).isTrue();
        assertThat(given).as("a and its place at b, then both at the end").hasValue(4);
        direct.close();
    }
}

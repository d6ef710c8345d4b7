package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.SEMAPHORE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.store.Rivals;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who holds which key, as another JVM is told, and a key that is taken away from its owner. */
abstract class LocksConformance extends EntryConformance {
    @Test
    void whoHoldsAKeyIsTold() throws Exception {
        assumeTellsLocks();
        for (LockKind kind : kinds()) {
            String name = key + kind;
            assertThat(locks(name)).as("%s, before", kind).isEmpty();
            Grant held = granted(here.acquire(request(kind, name, longLease, AMPLE)));
            awaitEverywhere(name);

            StoredLock lock = onlyLock(name);

            assertThat(lock.key()).isEqualTo(name);
            assertThat(Owner.holder(lock.owner())).as("%s", kind).isEqualTo(holder(held));
            assertThat(lock.leftMillis()).as("%s", kind).isLessThanOrEqualTo(longLease + longLease / 50);
            assertThat(lock.toString()).contains(name).contains(lock.owner());
            release(held);
            await().untilAsserted(
                            () -> assertThat(locks(name)).as("%s, behind", kind).isEmpty());
        }
    }

    @Test
    void sinceWhenAndUnderWhichRuleIsToldOnceItIsRenewed() throws Exception {
        assumeTellsLocks();
        for (LockKind kind : kinds()) {
            String name = key + kind;
            long begun = System.nanoTime();
            Grant held = granted(here.acquire(request(kind, name, longLease, AMPLE)));
            awaitEverywhere(name);
            Thread.sleep(20);

            assertThat(renew(here, held)).containsExactly(true);
            StoredLock lock = onlyLock(name);

            long most = toMillis(System.nanoTime() - begun) + 10; // a clock of milliseconds
            assertThat(lock.rule()).as("%s", kind).isIn(null, "test");
            assertThat(lock.thread())
                    .as("%s", kind)
                    .isIn(null, Thread.currentThread().getName());
            assertThat(lock.heldMillis()).as("%s", kind).isBetween(-1L, most);
            release(held);
            awaitNothingLeft(name);
        }
    }

    @Test
    void eachOfSeveralHoldersIsTold() throws Exception {
        assumeTellsLocks();
        for (LockKind kind : new LockKind[] {READ, SEMAPHORE}) {
            boolean areSeveral = kind == READ || capabilities().can(Capability.SEVERAL_PERMITS);
            if (kinds().contains(kind) && areSeveral) {
                String name = key + kind;
                Grant first = granted(here.acquire(shared(kind, name)));
                Grant second = granted(there.acquire(shared(kind, name)));
                awaitEverywhere(name);

                assertThat(locks(name))
                        .extracting(StoredLock::key, lock -> Owner.holder(lock.owner()))
                        .containsExactlyInAnyOrder(tuple(name, holder(first)), tuple(name, holder(second)));
            }
        }
    }

    @Test
    void theProcessThatHoldsAKeyIsTold() throws Exception {
        assumeTrue(capabilities().can(Capability.PROCESSES), "this store tells no processes");
        String process = ":" + ProcessHandle.current().pid();
        for (LockKind kind : kinds()) {
            String name = key + kind;
            assertThat(locks(name)).as("%s, before", kind).isEmpty();
            Grant held = granted(here.acquire(request(kind, name, longLease, AMPLE)));

            assertThat(onlyLock(name).owner()).as("%s", kind).endsWith(process);
            assertThat(onlyLock(name).key()).isEqualTo(name);
            release(held);
            await().untilAsserted(
                            () -> assertThat(locks(name)).as("%s, behind", kind).isEmpty());
        }
    }

    @Test
    void aScanFindsAllThatIsHeldAndBeginsSo() throws Exception {
        assumeTellsLocks();
        String beginning = key + "*?[a]\\{";
        for (LockKind kind : kinds()) {
            granted(here.acquire(request(kind, beginning + kind + '}', longLease, AMPLE)));
            granted(here.acquire(request(kind, key + "-a" + kind, longLease, AMPLE)));
            awaitEverywhere(beginning + kind + '}');
        }
        release(granted(here.acquire(request(kinds().iterator().next(), beginning + "free}", longLease, AMPLE))));
        ConcurrentLinkedQueue<StoredLock> found = new ConcurrentLinkedQueue<>();
        AtomicBoolean inside = new AtomicBoolean();
        AtomicBoolean met = new AtomicBoolean();

        there.scan(beginning, lock -> {
                    met.compareAndSet(false, !inside.compareAndSet(false, true));
                    found.add(lock);
                    inside.set(false);
                })
                .get(30, SECONDS);

        assertThat(found)
                .extracting(StoredLock::key)
                .containsExactlyInAnyOrderElementsOf(
                        kinds().stream().map(kind -> beginning + kind + '}').toList());
        assertThat(met).as("two at a time").isFalse();
        assertThat(there.scanSize().get(30, SECONDS)).isGreaterThanOrEqualTo(found.size());
    }

    @Test
    void aKeyIsTakenAwayFromItsOwnerAlone() throws Exception {
        assumeUnlocks();
        for (LockKind kind : kinds()) {
            String name = key + kind;
            Request asked = request(kind, name, longLease, 0);
            Grant held = granted(here.acquire(asked));
            awaitEverywhere(name);
            String owner = onlyLock(name).owner();
            Attempt waiting = waiting(there, request(Rivals.of(kind), name, longLease, 30_000));

            assertThat(unlock(name, another(owner))).as("%s, of another", kind).isFalse();
            assertThat(unlock(name + "-other", owner))
                    .as("%s, another key", kind)
                    .isFalse();
            assertThat(renew(here, held)).as("%s", kind).containsExactly(true);
            assertThat(unlock(name, owner)).as("%s", kind).isTrue();

            long begun = System.nanoTime();
            Grant next = granted(waiting);
            assertThat(toMillis(System.nanoTime() - begun))
                    .as("%s: its waiters are woken", kind)
                    .isLessThan(longLease / 3);
            assertThat(renew(here, held)).as("%s: it is told", kind).containsExactly(false);
            assertThat(release(held)).as("%s: it is told at its release", kind).isFalse();
            assertThat(renew(there, next)).as("%s: the next one's", kind).containsExactly(true);
            release(next);
            awaitUnheld(name);
            assertThat(unlock(name, owner)).as("%s, for the second time", kind).isFalse();
        }
    }

    @Test
    void whatWasTakenAwayIsToldAtTheReleaseAlthoughNobodyTookItMeanwhile() throws Exception {
        assumeUnlocks();
        for (LockKind kind : kinds()) {
            String name = key + kind;
            Grant held = granted(here.acquire(request(kind, name, longLease, AMPLE)));
            awaitEverywhere(name);

            assertThat(unlock(name, onlyLock(name).owner())).as("%s", kind).isTrue();

            assertThat(locks(name)).as("%s", kind).isEmpty();
            assertThat(release(held)).as("%s", kind).isFalse();
        }
    }

    /** A command of its own that comes late, as one that a network held back. */
    @Test
    void anOwnerDoesNotTakeAgainWhatWasTakenAwayFromIt() throws Exception {
        assumeUnlocks();
        assumeTrue(capabilities().reach() != Reach.JVM, "no command is late within a JVM");
        for (LockKind kind : kinds()) {
            String name = key + kind;
            Request asked = request(kind, name, longLease, 0);
            granted(here.acquire(asked));
            awaitEverywhere(name);
            assertThat(unlock(name, onlyLock(name).owner())).as("%s", kind).isTrue();

            assertThat(answer(here.acquire(asked)).grant()).as("%s", kind).isNull();

            await().untilAsserted(() -> assertThat(locks(name)).as("%s", kind).isEmpty());
        }
    }

    @Test
    void oneOfSeveralHoldersIsTakenOutAndTheOthersStay() throws Exception {
        assumeUnlocks();
        for (LockKind kind : new LockKind[] {READ, SEMAPHORE}) {
            boolean areSeveral = kind == READ || capabilities().can(Capability.SEVERAL_PERMITS);
            if (kinds().contains(kind) && areSeveral) {
                String name = key + kind;
                Grant first = granted(here.acquire(shared(kind, name)));
                awaitEverywhere(name);
                String owner = onlyLock(name).owner();
                Grant second = granted(there.acquire(shared(kind, name)));
                awaitEverywhere(name);

                assertThat(unlock(name, owner)).as("%s", kind).isTrue();

                assertThat(renew(here, first)).as("%s", kind).containsExactly(false);
                assertThat(renew(there, second)).as("%s", kind).containsExactly(true);
                assertThat(locks(name)).as("%s", kind).hasSize(1);
            }
        }
    }

    private Request shared(LockKind kind, String name) {
        return request(kind, kind == READ ? 1 : 3, Collections.singletonList(name), longLease, AMPLE);
    }

    private StoredLock onlyLock(String name) throws Exception {
        List<StoredLock> all = locks(name);
        assertThat(all).as("holders of %s", name).hasSize(1);
        return all.get(0);
    }

    private List<StoredLock> locks(String name) throws Exception {
        return there.locks(name).get(10, SECONDS);
    }

    private boolean unlock(String name, String owner) throws Exception {
        return there.unlock(name, owner).get(10, SECONDS);
    }

    /** An owner that holds nothing, and whose name differs from this one's by its number. */
    private static String another(String owner) {
        return owner.substring(0, owner.lastIndexOf(':') + 1) + Long.MAX_VALUE;
    }

    private static String holder(Grant held) {
        return Owner.holder(held.request().owner().text());
    }

    private void awaitUnheld(String name) throws Exception {
        await().untilAsserted(() -> assertThat(locks(name)).isEmpty());
        awaitFree(name);
    }

    private void assumeTellsLocks() {
        assumeTrue(capabilities().can(Capability.LOCKS), "this store does not tell who holds its keys");
    }

    private void assumeUnlocks() {
        assumeTrue(
                capabilities().can(Capability.LOCKS) && capabilities().can(Capability.UNLOCK),
                "this store takes no key away");
    }
}

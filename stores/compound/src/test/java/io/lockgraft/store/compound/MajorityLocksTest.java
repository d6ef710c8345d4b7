package io.lockgraft.store.compound;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who holds the keys of a majority of three stores in memory, and what becomes of a key that is taken away. */
@Timeout(60)
final class MajorityLocksTest {
    private final LockStore[] members =
            Stream.generate(MajorityLocksTest::member).limit(3).toArray(LockStore[]::new);
    private final MajorityLocks locks = new MajorityLocks(members, 2);

    private static LockStore member() {
        return new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion()));
    }

    @AfterEach
    void close() {
        for (LockStore each : members) {
            each.close();
        }
    }

    private Grant hold(int member, Owner owner) throws Exception {
        return members[member]
                .acquire(Requests.of(LockKind.READ, 1, List.of("K"), owner, 60_000, System.nanoTime()))
                .answer()
                .get(10, SECONDS)
                .grant();
    }

    private StoredLock only() throws Exception {
        List<StoredLock> told = locks.of("K").get(10, SECONDS);
        assertThat(told).hasSize(1);
        return told.get(0);
    }

    @Test
    @FailsWithout("`MajorityLocks#unlock` tells of a single entry that went")
    void aMajorityThatIsGoneByOneEntryIsTakenAway() throws Exception {
        Grant first = hold(0, Requests.owner(1));
        hold(1, Requests.owner(2));
        String owner = only().owner();
        first.release().get(10, SECONDS); // a lease that is over at one of them meanwhile

        assertThat(locks.unlock("K", owner).get(10, SECONDS)).isTrue();
        assertThat(members[1].locks("K").get(10, SECONDS)).isEmpty();
        assertThat(locks.unlock("K", owner).get(10, SECONDS))
                .as("a second time")
                .isFalse();
    }
}

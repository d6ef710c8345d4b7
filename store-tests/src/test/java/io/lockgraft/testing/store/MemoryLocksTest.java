package io.lockgraft.testing.store;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import io.lockgraft.testing.FailsWithout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who holds the keys of a store in memory, and what becomes of a key that is taken away. */
final class MemoryLocksTest {
    private final LockStore store = new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion()));

    @AfterEach
    void close() {
        store.close();
    }

    private Grant hold(LockKind kind, String key) throws Exception {
        return TableGround.granted(store.acquire(TableGround.request(kind, 1, List.of(key), 30_000, 1_000)));
    }

    @Test
    void aKeyTellsAllItsHolders() throws Exception {
        Owner first = hold(LockKind.READ, "K").request().owner();
        Owner second = hold(LockKind.READ, "K").request().owner();

        List<StoredLock> locks = store.locks("K").get(10, SECONDS);

        assertThat(locks).extracting(StoredLock::owner).containsExactly(first.text(), second.text());
        StoredLock lock = locks.get(0);
        assertThat(lock.key()).isEqualTo("K");
        assertThat(lock.rule()).isEqualTo(first.rule());
        assertThat(lock.thread()).isEqualTo(first.thread());
        assertThat(lock.heldMillis()).isBetween(0L, 30_000L);
        assertThat(lock.leftMillis()).isBetween(1L, 30_000L);
        assertThat(store.locks("other").get(10, SECONDS)).isEmpty();
    }

    @Test
    void aScanTellsTheKeysThatBeginSo() throws Exception {
        hold(LockKind.EXCLUSIVE, "shop:A");
        hold(LockKind.EXCLUSIVE, "shop:B");
        hold(LockKind.EXCLUSIVE, "other:A");
        List<String> keys = new ArrayList<>();

        store.scan("shop:", each -> keys.add(each.key())).get(10, SECONDS);

        assertThat(keys).containsExactlyInAnyOrder("shop:A", "shop:B");
        assertThat(store.scanSize().get(10, SECONDS)).isEqualTo(3);
    }

    @Test
    @FailsWithout("`LocalKeys#unlock` tells the holder, and `LocalKeys#at` lets the next one in")
    void aKeyThatIsTakenAwayIsForTheNextAndItsHolderHearsOfIt() throws Exception {
        Grant held = hold(LockKind.EXCLUSIVE, "K");
        Attempt waiting = store.acquire(TableGround.request(LockKind.EXCLUSIVE, 1, List.of("K"), 30_000, 20_000));
        String owner = held.request().owner().text();

        assertThat(store.unlock("K", "another").get(10, SECONDS)).isFalse();
        assertThat(held.lost()).isNotDone();
        assertThat(store.unlock("K", owner).get(10, SECONDS)).isTrue();

        assertThat(held.lost().get(10, SECONDS)).contains("'unlock'");
        Grant next = TableGround.granted(waiting);
        assertThat(Renewals.isHeld(held.release())).as("was held").isFalse();
        assertThat(store.unlock("K", owner).get(10, SECONDS))
                .as("a second time")
                .isFalse();
        assertThat(Renewals.isHeld(next.release())).isTrue();
    }
}

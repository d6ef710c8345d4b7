package io.lockgraft.store.compound.ahead;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the store ahead answers to {@code unlock}: the calls that wait for the key are there. */
@Timeout(60)
final class AheadUnlockTest {
    private final LockStore waiting = new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion()));
    private final LockStore deciding = new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion()));
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private LockStore store;

    @AfterEach
    void close() {
        store.close();
    }

    /** @param answer of the store ahead, behind which that has taken the key away */
    private String hold(Function<Boolean, CompletableFuture<Boolean>> answer) throws Exception {
        LockStore ahead = new ForwardingStore(waiting) {
            @Override
            public CompletableFuture<Boolean> unlock(String key, String owner) {
                return waiting.unlock(key, owner).thenCompose(had -> {
                    asked.complete(null);
                    return answer.apply(had);
                });
            }
        };
        store = new AheadStore(new TestContext(), ahead, true, deciding);
        Grant grant = store.acquire(Requests.exclusive("k", 1, 60_000, System.nanoTime() + SECONDS.toNanos(10)))
                .answer()
                .get(30, SECONDS)
                .grant();
        return grant.request().owner().text();
    }

    @Test
    @FailsWithout("`AheadStore#unlock` waits for the store ahead")
    void aKeyIsTakenAwayWhenTheStoreAheadHasSaidSo() throws Exception {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        String owner = hold(had -> answer);

        CompletableFuture<Boolean> unlocked = store.unlock("k", owner);
        asked.get(30, SECONDS);

        assertThat(deciding.locks("k").get(30, SECONDS)).isEmpty();
        assertThat(unlocked).isNotDone();
        answer.complete(true);
        assertThat(unlocked.get(30, SECONDS)).isTrue();
    }

    @Test
    @FailsWithout("`AheadStore#unlockAhead` ends its wait after some seconds")
    void aStoreAheadThatDoesNotAnswerDelaysItForAWhile() throws Exception {
        String owner = hold(had -> new CompletableFuture<>());

        assertThat(store.unlock("k", owner).get(30, SECONDS)).isTrue();
    }

    @Test
    void aStoreAheadThatFailsOrThrowsChangesNoAnswer() throws Exception {
        String owner = hold(had -> {
            CompletableFuture<Boolean> failed = new CompletableFuture<>();
            failed.completeExceptionally(new IllegalStateException("down"));
            return failed;
        });
        assertThat(store.unlock("k", owner).get(30, SECONDS)).isTrue();
        assertThat(store.unlock("k", owner).get(30, SECONDS)).isFalse();
        store.close();

        LockStore throwing = new ForwardingStore(waiting) {
            @Override
            public CompletableFuture<Boolean> unlock(String key, String of) {
                throw new NoClassDefFoundError("com/example/Wire");
            }
        };
        store = new AheadStore(new TestContext(), throwing, true, deciding);
        assertThat(store.unlock("k", owner).get(30, SECONDS)).isFalse();
    }

    /** Each member of the majority, and the store ahead, has the call under another number. */
    @Test
    @FailsWithout("`AheadStore#unlockOfJvm` ends what the JVM of that owner has at the store ahead")
    void aKeyThatAMajorityDecidesIsTakenAwayAtTheStoreAheadToo() throws Exception {
        deciding.close();
        store = new AheadStore(
                new TestContext(),
                waiting,
                true,
                new MajorityStore(
                        new TestContext(),
                        Stream.generate(Deciding::new).limit(3).collect(Collectors.toList())));
        Request request = Requests.exclusive("k", 1, 60_000, System.nanoTime() + SECONDS.toNanos(10));
        assertThat(store.acquire(request).answer().get(30, SECONDS).grant()).isNotNull();
        String owner = store.locks("k").get(30, SECONDS).get(0).owner();
        assertThat(owner).isNotEqualTo(request.owner().text());

        assertThat(store.unlock("k", owner).get(30, SECONDS)).isTrue();

        assertThat(store.locks("k").get(30, SECONDS)).isEmpty();
        assertThat(waiting.locks("k").get(30, SECONDS)).isEmpty();
    }

    /** A store in memory with an entry. */
    private static final class Deciding extends ForwardingStore {
        private final LockStore keys;
        private final FaultyServer entry = new FaultyServer();

        Deciding() {
            this(new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion())));
        }

        private Deciding(LockStore keys) {
            super(keys);
            this.keys = keys;
        }

        @Override
        public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
            return CompletableFuture.completedFuture(entry.entry(namespace, before, after));
        }

        @Override
        public CompletableFuture<List<StoredLock>> locks(String key) {
            return keys.locks(key);
        }

        @Override
        public CompletableFuture<Boolean> unlock(String key, String owner) {
            return keys.unlock(key, owner);
        }
    }
}

package io.lockgraft.store.redis;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.conformance.MajorityConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.file.FileStore;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.Outer;
import io.lockgraft.store.memory.Places;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Held;
import io.lockgraft.testing.store.LostPlaces;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A majority of Redis, a file and memory keeps what a majority of three servers does. */
@Tag("whole")
final class MajorityOfKindsTest extends MajorityConformance {
    /** Much, because the suite asks with a wait of nothing, on machines that are busy with other tests. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    @TempDir
    static File folder;

    private static RedisServer redis;

    private final Places memory = new Places(new Outer());

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Override
    protected Capabilities capabilities() {
        return MajorityStore.capabilities(Capabilities.all());
    }

    @Override
    protected LockStore majorityOf(List<LockStore> stores) {
        return new MajorityStore(stores);
    }

    @Override
    protected List<LockStore> openServers() {
        RedisStore store = new RedisStore(Locks.settings(redis.address(), null, null, 0, Duration.ofSeconds(1)), GRACE);
        store.load().join(); // the others are a majority before it is connected
        return List.of(store, new FileStore(folder), new MemoryStore(memory));
    }

    @Override
    protected LostPlaces watchPlaces() {
        return new WatchedQueues(List.of(redis));
    }

    private boolean isHeldByRedis(String key) {
        return (Long) redis.command("EXISTS", key) == 1;
    }

    private List<Places> others() throws IOException {
        return List.of(FileStore.places(folder), memory);
    }

    /** By most of the stores, or by one for longer than a release needs from the first to the last. */
    @Override
    protected boolean isHeld(String key) throws Exception {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
        long holding = holding(key);
        while (holding == 1 && System.nanoTime() - until < 0) {
            Thread.sleep(5);
            holding = holding(key);
        }
        return holding > 0;
    }

    private long holding(String key) throws IOException {
        return (isHeldByRedis(key) ? 1 : 0)
                + others().stream().filter(store -> Held.isHeld(store, key)).count();
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws IOException {
        Set<String> left = new TreeSet<>(Leftovers.of(keys, List.of(redis)));
        others().forEach(store -> left.addAll(Held.left(store, keys)));
        return left;
    }

    @Override
    protected void delete(String key) throws Exception {
        awaitEverywhere(key);
        redis.command("DEL", key);
        for (Places each : others()) {
            each.lose(key, "it was deleted");
        }
    }

    @Override
    protected void awaitEverywhere(String key) throws Exception {
        for (int i = 0; i < 100 && holding(key) < 3; i++) {
            Thread.sleep(5);
        }
    }

    @Override
    protected void freeze() {
        abort("two of these stores are never silent");
    }

    @Override
    protected void thaw() {}
}

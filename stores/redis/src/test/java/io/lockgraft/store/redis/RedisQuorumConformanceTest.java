package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.conformance.MajorityConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.LostPlaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A quorum of three servers is a backend. */
@Tag("whole")
final class RedisQuorumConformanceTest extends MajorityConformance {
    /** Much, because the suite asks with a wait of nothing, on machines that are busy with other tests. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private static final List<RedisServer> SERVERS = new ArrayList<>();

    @BeforeAll
    static void start() {
        for (int i = 0; i < 3; i++) {
            SERVERS.add(RedisServer.start());
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.forEach(RedisServer::close);
        SERVERS.clear();
    }

    @Override
    protected Capabilities capabilities() {
        return MajorityStore.capabilities(RedisStore.CAPABILITIES).question(TimeUnit.NANOSECONDS.toMillis(GRACE));
    }

    @Override
    protected Opening opening() {
        ArrayList<String> addresses = new ArrayList<>();
        SERVERS.forEach(server -> addresses.add(server.address()));
        return context -> {
            List<LockStore> members = new ArrayList<>();
            for (String address : addresses) {
                members.add(
                        new RedisStore(context, Locks.settings(address, null, null, 0, Duration.ofSeconds(1)), GRACE));
            }
            return new MajorityStore(context, members);
        };
    }

    @Override
    protected LostPlaces watchPlaces() {
        return new WatchedQueues(SERVERS);
    }

    /** By most of the servers, or for longer than a release needs from the first server to the last. */
    @Override
    protected boolean isHeld(String key) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
        long holding = holding(key);
        while (holding == 1 && System.nanoTime() - until < 0) {
            Thread.sleep(5);
            holding = holding(key);
        }
        return holding > 0;
    }

    private static long holding(String key) {
        return SERVERS.stream()
                .filter(server -> (Long) server.command("EXISTS", key) == 1)
                .count();
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return Leftovers.of(keys, SERVERS);
    }

    @Override
    protected void delete(String key) throws InterruptedException {
        awaitEverywhere(key);
        SERVERS.forEach(server -> server.command("DEL", key));
    }

    @Override
    protected void awaitEverywhere(String key) throws InterruptedException {
        for (int i = 0; i < 100 && holding(key) < SERVERS.size(); i++) {
            Thread.sleep(5);
        }
    }

    /** In order are the kinds that need the first server by its id, with which the entry begins. */
    @Override
    protected void awaitPlaces(LockKind kind, String key, int waiting) {
        RedisServer first = Collections.min(
                SERVERS, Comparator.comparing(server -> (String) server.command("GET", "test:lockgraft#store")));
        if (kind == LockKind.FAIR || kind == LockKind.WRITE) {
            await().untilAsserted(() -> assertThat((Long) first.command("ZCARD", key + ":lockgraft#waiting"))
                    .as("in the queue of %s", key)
                    .isEqualTo(waiting));
        }
    }

    @Override
    protected void freeze() {
        SERVERS.forEach(RedisServer::freeze);
    }

    @Override
    protected void thaw() {
        SERVERS.forEach(RedisServer::resume);
    }
}

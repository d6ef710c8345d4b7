package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** What a call costs: one that takes the same key again and again, and one that takes many. */
@Timeout(120)
final class RoundTripsTest {
    private static final int CALLS = 100;
    /** That of the loading among them. */
    private static final int MOST_UNKNOWN = 4;

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_eval(?:sha)?:calls=(\\d+),.*failed_calls=(\\d+)");

    @Test
    void aRepeatedCallCostsOneRoundTripAndNotTwo() throws Exception {
        Config config = new Config();
        try (RedisServer server = RedisServer.start();
                TcpProxy network = new TcpProxy(server.port());
                RedisStore backend = new RedisStore(new TestContext(), settings(network.address()))) {
            config.useSingleServer()
                    .setAddress(network.address())
                    .setConnectionMinimumIdleSize(4)
                    .setConnectionPoolSize(8);
            RedissonClient redisson = Redisson.create(config);
            try {
                RLock lock = redisson.getLock("theirs");
                measure(backend);
                measure(lock);
                network.delay(5);

                long ours = measure(backend);
                long theirs = measure(lock);

                assertThat(ours)
                        .as("the fastest of ours, in microseconds; Redisson's is %s, and a way 5000", theirs)
                        .isGreaterThan(10_000)
                        .isLessThan(theirs * 3 / 4);
            } finally {
                redisson.shutdown(0, 10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void fiftyKeysOfOneServerCostAsManyCommandsAsOne() {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
            costsTheSame(backend, server, "order");
        }
    }

    @Test
    void fiftyKeysOfOneSlotCostAsManyCommandsAsOne() {
        try (RedisCluster servers = RedisCluster.start("--cluster-node-timeout", "60000");
                RedisStore backend = new RedisStore(
                        new TestContext(),
                        RedisSettings.of(new Topology(Topology.Kind.CLUSTER, null, servers.addresses()))
                                .timeout(Duration.ofSeconds(2))
                                .build())) {
            costsTheSame(backend, servers.masterOf("{order}"), "{order}");
        }
    }

    private static void costsTheSame(RedisStore backend, RedisServer server, String order) {
        List<String> one = Collections.singletonList(order + 1);
        List<String> fifty =
                IntStream.rangeClosed(1, 50).mapToObj(i -> order + i).collect(Collectors.toList());
        for (LockKind kind : LockKind.values()) {
            scripts(backend, server, kind, one); // the first calls load the scripts
            scripts(backend, server, kind, fifty);

            assertThat(scripts(backend, server, kind, fifty))
                    .as("scripts that %d calls by %s of fifty keys run", CALLS, kind)
                    .isEqualTo(scripts(backend, server, kind, one))
                    .isEqualTo(2 * CALLS);
        }
    }

    /**
     * What calls that come one after the other let the server run in all. It counts each that it is sent, and those
     * that it had to be taught first: which of the scripts is the right one depends on how far the release before has
     * come.
     */
    private static int scripts(RedisStore backend, RedisServer server, LockKind kind, List<String> keys) {
        server.command("CONFIG", "RESETSTAT");
        for (int i = 0; i < CALLS; i++) {
            assertThat(release(granted(backend.acquire(request(kind, 1, keys, 10_000, 30_000)))))
                    .isTrue();
        }
        Matcher calls = SCRIPTS.matcher((String) server.command("INFO", "commandstats"));
        int all = 0;
        while (calls.find()) {
            int untaught = Integer.parseInt(calls.group(2));
            assertThat(untaught).as("scripts that it did not know").isLessThanOrEqualTo(MOST_UNKNOWN);
            all += Integer.parseInt(calls.group(1)) - untaught;
        }
        return all;
    }

    private static long measure(RedisStore backend) throws Exception {
        long[] took = new long[CALLS];
        CompletableFuture<Renewal> released = null;
        for (int i = 0; i < CALLS; i++) {
            long begun = System.nanoTime();
            Grant grant = grant(backend, "ours", 10_000);
            if (released != null) {
                assertThat(Renewals.isHeld(released)).isTrue();
            }
            released = grant.release();
            took[i] = System.nanoTime() - begun;
        }
        assertThat(Renewals.isHeld(released)).isTrue();
        return fastest(took);
    }

    private static long measure(RLock lock) {
        long[] took = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            long begun = System.nanoTime();
            lock.lock();
            lock.unlock();
            took[i] = System.nanoTime() - begun;
        }
        return fastest(took);
    }

    /** But for the first, which finds no release before it. A busy machine makes the others slow, and not this one. */
    private static long fastest(long[] nanos) {
        return TimeUnit.NANOSECONDS.toMicros(Arrays.stream(nanos).skip(1).min().getAsLong());
    }
}

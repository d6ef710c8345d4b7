package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Looks for what calls that are over may have left in Redis. */
final class Orphans {
    /** Of owners that have been given up: what refuses their late commands, and goes by itself. */
    private static final String TOMBSTONE = ":abandoned:";

    private Orphans() {}

    /** The locks that are held now. */
    static Set<String> locks(RedisServer redis) {
        return redis.keys("it:*").stream()
                .filter(key -> !key.contains(TOMBSTONE))
                .collect(Collectors.toSet());
    }

    /** Where the lease of a test is longer than this waits, only a release can have done it. */
    static void none(RedisServer redis) {
        Awaitility.await("no lock and no subscription is left in Redis")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    assertThat(locks(redis)).isEmpty();
                    assertThat((List<?>) redis.command("PUBSUB", "CHANNELS")).isEmpty();
                });
        for (String tombstone : redis.keys("*" + TOMBSTONE + "*")) {
            assertThat((Long) redis.command("PTTL", tombstone))
                    .as("time to live of %s; -2: it is gone", tombstone)
                    .isNotEqualTo(-1);
        }
    }
}

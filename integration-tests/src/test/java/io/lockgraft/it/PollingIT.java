package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A Redis whose user has no right to subscribe, nor to publish, and {@code notify: poll}, for every kind of lock. */
@Tag("whole")
class PollingIT extends KindScene {
    private static final Duration PAUSE_BETWEEN_POLLS = Duration.ofMillis(500);

    PollingIT() {
        super("near", "far");
    }

    @Override
    Duration lease(String fault) {
        return LONG_LEASE; // nobody gets in by its end
    }

    @Override
    RedisServer server() {
        return RedisServer.start(
                "--user", Scene.USER, "on", ">" + Scene.PASSWORD, "~*", "resetchannels", "+@all", "-@pubsub");
    }

    @Override
    String section(String address) {
        return super.section(address) + ", username: " + Scene.USER + ", password: " + Scene.PASSWORD
                + ", notify: poll";
    }

    /** Nothing in Redis tells of all those who poll; each asks at once, and then its thread waits in the gate. */
    @Override
    boolean areRefused(StageProcess stage, String fault) throws Exception {
        return stage.stuck().size() == Kind.values().length;
    }

    @Test
    void jvmsExcludeEachOtherAndAWaiterGetsItsLockSoonAfterItsRelease() throws Exception {
        KindCalls held = held("near");
        KindCalls waits = waiting("near");
        KindCalls heldByRival = rivals("far");
        KindCalls waitsForRival = waiting(holder, "far");
        Thread.sleep(LONG_LEASE.plus(LEASE).toMillis()); // in which nobody gets in

        waitsForRival.assertNoBodyRan();
        comesInSoonAfter(heldByRival, waitsForRival);
        waits.assertNoBodyRan();
        comesInSoonAfter(held, waits);

        assertNothingLost("near");
        assertNothingLost("far");
        assertNoOverlaps("near");
        assertNoOverlaps("far");
        Orphans.none(redis, holder, rival);
        assertThat((String) redis.command("INFO", "commandstats")).doesNotContain("subscribe");
    }

    private static void comesInSoonAfter(KindCalls held, KindCalls waiting) throws Exception {
        held.end();
        long released = System.nanoTime();
        waiting.awaitBodies().begun().areWithin(PAUSE_BETWEEN_POLLS, released);
        waiting.end();
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Faults that no lock is lost by, and none is kept for longer than its lease, for every kind of lock. */
class KindSurvivalIT extends KindScene {
    private static final Duration POLL = Duration.ofMillis(1_250);

    KindSurvivalIT() {
        super("killed", "logged", "unpublished", "paused");
    }

    @Test
    void aHolderThatIsKilledKeepsItsLockForTheRestOfItsLeaseAndNoLonger() throws Exception {
        try (StageProcess mortal = anotherHolder()) {
            mortal.call("Desk.hold", "killed").awaitBody();
            StageProcess.Call next = waiting("killed");

            mortal.process().kill();
            long killed = System.nanoTime();
            next.awaitBody();

            assertThat(since(killed)).isBetween(LEASE.dividedBy(4), LEASE.plus(BUSY_MACHINE));
            next.finish().awaitEnd();
            assertThat(witness.of("killed").overlaps()).isEmpty();
            Orphans.none(redis, holder, rival);
        }
    }

    @Test
    void aHoldOutlivesAKilledRedisThatKeepsALog() throws Exception {
        keepLog("always");
        StageProcess.Call call = held("logged");
        StageProcess.Call next = waiting("logged");

        redis.kill();
        restartFromLog("always");
        Thread.sleep(2 * LEASE.toMillis()); // whoever had lost it would know

        endsAlone(call, next, "logged");
    }

    @Test
    void aReleaseThatIsNotPublishedIsNoticedAllTheSame() throws Exception {
        StageProcess.Call call = held("unpublished");
        StageProcess.Call next = waiting("unpublished");

        redis.command("ACL", "SETUSER", "default", "-publish");
        try {
            call.finish().awaitEnd();
            long released = System.nanoTime();
            next.awaitBody();
            System.out.println("==== lost wake-up: in after " + since(released).toMillis() + " ms");
            assertThat(since(released)).isLessThan(POLL.plus(BUSY_MACHINE));
            next.finish().awaitEnd();
        } finally {
            redis.command("ACL", "SETUSER", "default", "+publish");
        }
        Orphans.none(redis, holder, rival);
    }

    @Test
    void aGrantWhoseLeaseIsOverWhenItsAnswerIsReadLetsNoBodyBegin() throws Exception {
        network.cutAnswers();
        StageProcess.Call late = holder.call("Desk.hold", "paused");
        Awaitility.await("Redis has granted, and the answer is on its way")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> !Orphans.locks(redis).isEmpty() && network.held() > 0);
        holder.process().freeze();
        network.deliver();

        StageProcess.Call next = rival.call("Desk.hold", "paused").awaitBody();
        holder.process().thaw();
        Thread.sleep(1_000);
        assertThat(late.bodyRan())
                .as("it runs beside the other, in %s", holder.process())
                .isFalse();
        next.finish().awaitEnd();

        late.awaitBody().finish().awaitEnd();
        assertThat(witness.of("paused").overlaps()).isEmpty();
        Orphans.none(redis, holder, rival);
    }
}

package io.lockgraft.it;

import io.lockgraft.testing.Shows;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Faults that no lock is lost by, and none is kept for longer than its lease, for every kind of lock. */
class KindSurvivalIT extends KindScene {
    private static final Duration POLL = Duration.ofMillis(1_250);

    KindSurvivalIT() {
        super("killed", "logged", "unpublished", "paused", "interrupted", "unanswered");
    }

    @Override
    Duration lease(String fault) {
        switch (fault) {
            case "unpublished":
                return Duration.ofSeconds(30); // nobody gets in by its end
            case "logged":
            case "interrupted":
            case "unanswered":
                return LONG_LEASE;
            default:
                return super.lease(fault);
        }
    }

    @Test
    @Shows("kill -9 of the holder")
    void aHolderThatIsKilledKeepsItsLockForTheRestOfItsLeaseAndNoLonger() throws Exception {
        try (StageProcess mortal = anotherHolder()) {
            KindCalls.begin(mortal, "killed").awaitBodies();
            KindCalls next = waiting("killed");

            long before = System.nanoTime();
            mortal.process().kill();
            long killed = System.nanoTime();

            next.awaitBodies().begun().areAtTheEndOf(LEASE, before, killed);
            next.end();
            assertNoOverlaps("killed");
            Orphans.none(redis, holder, rival);
        }
    }

    @Test
    @Shows("restarted with its log (`appendfsync always`)")
    void aHoldOutlivesAKilledRedisThatKeepsALog() throws Exception {
        keepLog("always");
        KindCalls calls = held("logged");
        KindCalls next = waiting("logged");

        redis.kill();
        restartFromLog("always");
        Thread.sleep(2 * LONG_LEASE.toMillis()); // whoever had lost one would know

        endAlone(calls, next, "logged");
    }

    @Test
    @Shows("a message is lost: no right to publish, a killed subscription")
    void aReleaseThatIsNotPublishedIsNoticedAllTheSame() throws Exception {
        KindCalls calls = held("unpublished");
        KindCalls next = waiting("unpublished");

        redis.command("ACL", "SETUSER", "default", "-publish");
        try {
            calls.end();
            long released = System.nanoTime();
            next.awaitBodies().begun().areWithin(POLL, released);
            next.end();
        } finally {
            redis.command("ACL", "SETUSER", "default", "+publish");
        }
        Orphans.none(redis, holder, rival);
    }

    @Test
    @Shows("a pause between the answer of Redis and the body")
    void aGrantWhoseLeaseIsOverWhenItsAnswerIsReadLetsNoBodyBegin() throws Exception {
        network.cutAnswers();
        KindCalls late = KindCalls.begin(holder, "paused");
        Awaitility.await("Redis has granted, and the answers are on their way")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> Kind.allIn("paused", Orphans.locks(redis)) && network.held() > 0);
        holder.process().freeze();
        network.deliver();

        KindCalls next = rivals("paused");
        holder.process().thaw();
        Thread.sleep(1_000);
        late.assertNoBodyRan(); // beside the others
        next.end();

        late.awaitBodies().end();
        assertNoOverlaps("paused");
        Orphans.none(redis, holder, rival);
    }

    @Test
    @Shows("a partition shorter than the lease")
    void aPartitionShorterThanTheLeaseLosesNothing() throws Exception {
        KindCalls calls = held("interrupted");
        KindCalls next = waiting("interrupted");

        network.cut();
        lastsForHalfALease();

        endAlone(calls, next, "interrupted");
    }

    @Test
    @Shows("the answer to a renewal does not come")
    void renewalsWhoseAnswersAreLateLoseNothing() throws Exception {
        KindCalls calls = held("unanswered");
        KindCalls next = waiting("unanswered");

        network.holdAnswers();
        lastsForHalfALease();

        endAlone(calls, next, "unanswered");
    }

    /** At least one renewal is sent in vain; and then the leases end that nobody has renewed since. */
    private void lastsForHalfALease() throws Exception {
        Thread.sleep(LONG_LEASE.toMillis() / 2);
        network.deliver();
        Thread.sleep(LONG_LEASE.toMillis() * 2 / 3);
    }
}

package io.lockgraft.it;

import io.lockgraft.testing.Shows;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Faults that take the lock from a body that runs, for every kind of lock: it is told in time, and puts nobody out. */
class KindLossIT extends KindScene {
    private static final Duration AT_ONCE = Duration.ZERO;
    private static final int DISTANCE = 400; // there and back it is less than the time-out of 1 s

    KindLossIT() {
        super("flushed", "restarted", "stopped", "frozen", "cut");
    }

    @Override
    Duration lease(String fault) {
        return LONG_LEASE;
    }

    @Test
    @Shows("`FLUSHALL`, `DEL` of a key, an eviction")
    void locksThatAreFlushedAreReportedLostWithinAThirdOfTheLease() throws Exception {
        KindCalls calls = held("flushed");

        redis.command("FLUSHALL");
        long flushed = System.nanoTime();
        areReportedLost("flushed", GONE).areWithin(LONG_LEASE.dividedBy(3), flushed);

        endBeside(rivals("flushed"), calls, "flushed");
    }

    @Test
    @Shows("restarted empty")
    void locksThatAKilledRedisForgotAreReportedLost() throws Exception {
        KindCalls calls = held("restarted");

        redis.kill();
        redis.restart();
        long restarted = System.nanoTime();
        areReportedLost("restarted", GONE).areWithin(LONG_LEASE.dividedBy(3), restarted);

        endBeside(rivals("restarted"), calls, "restarted");
    }

    @Test
    @Shows({
        "SIGSTOP of the holder for longer than its lease, then SIGCONT",
        "a pause between the look at the lease and the first line of the body"
    })
    void aHolderThatIsStoppedForLongerThanItsLeaseIsToldWhenItGoesOn() throws Exception {
        KindCalls calls = held("stopped");
        KindCalls next = waiting("stopped");

        long before = System.nanoTime();
        holder.process().freeze();
        long stopped = System.nanoTime();
        next.awaitBodies().begun().areAtTheEndOf(LONG_LEASE, before, stopped);
        long thawed = System.nanoTime();
        holder.process().thaw();
        areReportedLost("stopped", UNCONFIRMED).areWithin(AT_ONCE, thawed);

        endBeside(next, calls, "stopped");
    }

    @Test
    @Tag("whole")
    @Shows("killed or frozen while a body runs")
    void locksOfAFrozenRedisAreReportedLostWhenTheirLeaseEnds() throws Exception {
        KindCalls calls = held("frozen");

        long before = System.nanoTime();
        redis.freeze();
        long frozen = System.nanoTime();
        KindMoments told;
        try {
            told = areReportedLost("frozen", UNCONFIRMED);
        } finally {
            redis.resume();
        }

        told.areAtTheEndOf(LONG_LEASE, before, frozen);
        endBeside(rivals("frozen"), calls, "frozen");
    }

    @Test
    @Shows("a partition longer than the lease")
    void aHolderThatIsCutOffIsToldBeforeAnotherGetsIn() throws Exception {
        network.delay(DISTANCE); // by so much sooner does the holder's clock begin than the one of Redis
        KindCalls calls = held("cut");
        KindCalls next = waiting("cut");

        network.cut();
        long cut = System.nanoTime();
        KindMoments told = areReportedLost("cut", UNCONFIRMED);
        next.awaitBodies();
        network.delay(0);
        network.deliver();

        told.areAtTheEndOf(LONG_LEASE, cut, cut);
        told.areBefore(next.begun());
        endBeside(next, calls, "cut");
    }
}

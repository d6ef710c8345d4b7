package io.lockgraft.it;

import org.junit.jupiter.api.Test;

/** Faults that take the lock from a body that runs, for every kind of lock: it is told in time, and puts nobody out. */
class KindLossIT extends KindScene {
    KindLossIT() {
        super("flushed", "restarted", "stopped", "frozen", "cut");
    }

    @Test
    void locksThatAreFlushedAreReportedLostWithinAThirdOfTheLease() throws Exception {
        KindCalls calls = held("flushed");

        redis.command("FLUSHALL");
        long flushed = System.nanoTime();
        isReportedLost("flushed").isWithin(LEASE.dividedBy(3), flushed);

        endBeside(rivals("flushed"), calls, "flushed");
    }

    @Test
    void locksThatAKilledRedisForgotAreReportedLost() throws Exception {
        KindCalls calls = held("restarted");

        redis.kill();
        redis.restart();
        isReportedLost("restarted");

        endBeside(rivals("restarted"), calls, "restarted");
    }

    @Test
    void aHolderThatIsStoppedForLongerThanItsLeaseIsToldWhenItGoesOn() throws Exception {
        KindCalls calls = held("stopped");
        KindCalls next = waiting("stopped");

        long before = System.nanoTime();
        holder.process().freeze();
        long stopped = System.nanoTime();
        next.awaitBodies().begun().isAtTheLeasesEnd(before, stopped);
        holder.process().thaw();
        isReportedLost("stopped");

        endBeside(next, calls, "stopped");
    }

    @Test
    void locksOfAFrozenRedisAreReportedLostWhenTheirLeaseEnds() throws Exception {
        KindCalls calls = held("frozen");

        long before = System.nanoTime();
        redis.freeze();
        long frozen = System.nanoTime();
        Span told;
        try {
            told = isReportedLost("frozen");
        } finally {
            redis.resume();
        }

        told.isAtTheLeasesEnd(before, frozen);
        endBeside(rivals("frozen"), calls, "frozen");
    }

    @Test
    void aHolderThatIsCutOffIsToldBeforeAnotherGetsIn() throws Exception {
        KindCalls calls = held("cut");
        KindCalls next = waiting("cut");

        network.cut();
        long cut = System.nanoTime();
        isReportedLost("cut").isAtTheLeasesEnd(cut, cut);
        next.awaitBodies();
        network.deliver();

        endBeside(next, calls, "cut");
    }
}

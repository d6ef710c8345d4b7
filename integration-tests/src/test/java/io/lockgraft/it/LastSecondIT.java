package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Redis brings its log to the disk once a second, which is its default, and its machine dies: it starts again without
 * what it was told last, for every kind of lock.
 */
@Shows("restarted with its log (`everysec`, Redis' default)")
class LastSecondIT extends KindScene {
    private static final String EVERY_SECOND = "everysec";

    LastSecondIT() {
        super("old", "young", "released");
    }

    @Override
    Duration lease(String fault) {
        return fault.equals("released") ? super.lease(fault) : LONG_LEASE;
    }

    @Test
    @Tag("whole")
    void aHoldThatIsInTheLogIsKeptAndOneThatIsNotIsReportedLost() throws Exception {
        keepLog(EVERY_SECOND);
        KindCalls old = held("old");
        long written = redis.logged();
        KindCalls young = held("young");

        redis.kill();
        redis.forgetLogAfter(written);
        restartFromLog(EVERY_SECOND);
        long restarted = System.nanoTime();
        KindCalls next = waiting("old");
        areReportedLost("young", GONE).areWithin(LONG_LEASE.dividedBy(3), restarted);

        Thread.sleep(2 * LONG_LEASE.toMillis()); // whoever had lost an old one would know
        endAlone(old, next, "old");
        endBeside(rivals("young"), young, "young");
    }

    @Test
    void aLockWhoseReleaseIsForgottenIsBackForTheRestOfItsLeaseAndNoLonger() throws Exception {
        keepLog(EVERY_SECOND);
        long asked = System.nanoTime();
        KindCalls ended = held("released");
        long written = redis.logged();
        ended.end();
        Awaitility.await("the releases have come")
                .until(() -> Orphans.locks(redis).isEmpty());

        redis.kill();
        redis.forgetLogAfter(written);
        restartFromLog(EVERY_SECOND);
        long restarted = System.nanoTime();
        boolean back = Kind.allIn("released", Orphans.locks(redis));
        KindCalls next = rivals("released");

        assertThat(back || since(asked).compareTo(LEASE) > 0)
                .as("the locks are back")
                .isTrue();
        next.begun().areWithin(LEASE, restarted);
        next.end();
        Orphans.none(redis, holder, rival);
    }
}

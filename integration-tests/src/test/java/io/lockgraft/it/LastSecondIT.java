package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Redis brings its log to the disk once a second, which is its default, and its machine dies: it starts again without what it
 * was told last, for every kind of lock.
 */
class LastSecondIT extends KindScene {
    private static final String EVERY_SECOND = "everysec";

    LastSecondIT() {
        super("warm", "old", "young", "released");
    }

    @Test
    void aHoldThatIsInTheLogIsKeptAndOneThatIsNotIsReportedLost() throws Exception {
        keepLog(EVERY_SECOND);
        StageProcess.Call old = held("old");
        long written = redis.logged();
        StageProcess.Call young = held("young");

        redis.kill();
        redis.forgetLogAfter(written);
        restartFromLog(EVERY_SECOND);
        long restarted = System.nanoTime();
        StageProcess.Call next = waiting("old");
        isReportedLost("young");

        assertThat(since(restarted)).isLessThan(LEASE.dividedBy(3).plus(BUSY_MACHINE));
        Thread.sleep(2 * LEASE.toMillis()); // whoever had lost the old one would know
        endsAlone(old, next, "old");
        endsBeside(rival.call("Desk.hold", "young").awaitBody(), young, "young");
    }

    @Test
    void aLockWhoseReleaseIsForgottenIsBackForTheRestOfItsLeaseAndNoLonger() throws Exception {
        keepLog(EVERY_SECOND);
        StageProcess.Call ended = held("released");
        long written = redis.logged();
        long granted = System.nanoTime();
        ended.finish().awaitEnd();
        Awaitility.await("the release has come")
                .until(() -> Orphans.locks(redis).isEmpty());

        redis.kill();
        redis.forgetLogAfter(written);
        restartFromLog(EVERY_SECOND);
        long restarted = System.nanoTime();
        boolean back = !Orphans.locks(redis).isEmpty();
        StageProcess.Call next = rival.call("Desk.hold", "released").awaitBody();

        assertThat(back || since(granted).compareTo(LEASE) > 0)
                .as("the lock is back")
                .isTrue();
        assertThat(since(restarted)).isLessThan(LEASE.plus(BUSY_MACHINE));
        next.finish().awaitEnd();
        Orphans.none(redis, holder, rival);
    }
}

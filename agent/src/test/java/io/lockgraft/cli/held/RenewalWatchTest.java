package io.lockgraft.cli.held;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.cli.held.RenewalWatch.Finding;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.FailsWithout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a lease, look by look, and what that says of its owner. */
@Timeout(60)
final class RenewalWatchTest {
    private static StoredLock lock(Long left) {
        return left == null ? null : new StoredLock("K", "host:1:a:1", null, null, -1, left);
    }

    /** @param looks what each look finds left; null where the owner has the key no more. The last one stays */
    private static Finding watch(long first, Long... looks) throws Exception {
        Deque<Long> left = new ArrayDeque<>();
        Arrays.stream(looks).map(each -> each == null ? Long.MIN_VALUE : each).forEach(left::add);
        return new RenewalWatch(lock(first)).watch(() -> {
            long now = left.size() > 1 ? left.remove() : left.element();
            return now == Long.MIN_VALUE ? null : lock(now);
        });
    }

    @Test
    void aLeaseThatIsBegunAnewIsRenewed() throws Exception {
        assertThat(watch(60_000, 55_000L, 45_000L, 59_000L)).isEqualTo(Finding.RENEWED);
    }

    @Test
    void aLeaseOfWhichHalfIsOverIsNotRenewed() throws Exception {
        assertThat(watch(60_000, 55_000L, 31_000L, 30_000L)).isEqualTo(Finding.NOT_RENEWED);
    }

    @Test
    @FailsWithout("`RenewalWatch#slack` takes a store's rounding for no renewal")
    void aStoreThatRoundsHasRenewedNothing() throws Exception {
        assertThat(watch(60_000, 50_000L, 51_000L, 29_000L)).isEqualTo(Finding.NOT_RENEWED);
    }

    @Test
    @FailsWithout("`RenewalWatch#watch` looks once more when half of the lease is over")
    void aLeaseInWholeSecondsThatIsBegunAnewAtTheLastMomentIsRenewed() throws Exception {
        assertThat(watch(2_000, 2_000L, 1_000L, 2_000L)).isEqualTo(Finding.RENEWED);
    }

    @Test
    void aKeyThatWasGivenBackIsGone() throws Exception {
        assertThat(watch(60_000, 55_000L, null)).isEqualTo(Finding.GONE);
    }

    @Test
    void anEntryThatTellsNoLeaseAnyMoreProvesNoDeath() throws Exception {
        assertThat(watch(60_000, 55_000L, -1L)).isEqualTo(Finding.RENEWED);
    }

    @Test
    void aLeaseThatDoesNotGetShorterIsTakenForRenewed() throws Exception {
        assertThat(watch(100, 100L)).isEqualTo(Finding.RENEWED);
    }
}

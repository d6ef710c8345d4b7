package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.SEMAPHORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about semaphores. */
abstract class PermitConformance extends ReadersConformance {
    @Test
    void aSemaphoreLetsInAsManyAsItSays() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        Grant first = granted(here.acquire(permit(3, longLease, AMPLE)));
        granted(there.acquire(permit(3, longLease, AMPLE)));
        granted(here.acquire(permit(3, longLease, AMPLE)));
        Answers.busy("the fourth of three", answer(there.acquire(permit(3, longLease, 0))));
        Attempt fourth = waiting(there, permit(3, longLease, 25_000));

        release(first);

        assertThat(renew(there, granted(fourth))).containsExactly(true);
        Answers.busy("the fifth of three", answer(here.acquire(permit(3, longLease, 0))));
    }

    @Test
    @FailsWithout("`FileKey#enterOneOf` looks for permits behind those of its own rule")
    @Shows("`semaphore`")
    void aSemaphoresPermitsMayChangeWhileSomeAreOut() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        Grant first = granted(here.acquire(permit(2, longLease, AMPLE)));
        Grant second = granted(there.acquire(permit(2, longLease, AMPLE)));

        Grant third = granted(here.acquire(permit(3, longLease, 0)));
        Answers.busy("who comes while three are inside", answer(there.acquire(permit(1, longLease, 0))));
        release(first);
        release(second);
        Answers.busy("who comes while one is inside", answer(there.acquire(permit(1, longLease, 0))));
        assertThat(renew(here, third)).containsExactly(true);
        release(third);

        granted(there.acquire(permit(1, longLease, AMPLE)));
    }

    @Test
    @Shows("`semaphore`")
    void aPermitOfADeadProcessComesBackWithItsLeaseAlthoughOthersLiveOn() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        long lease = lease(1000);
        Grant dead = granted(here.acquire(permit(2, lease, AMPLE)));
        Grant lasting = granted(there.acquire(permit(2, longLease, AMPLE)));

        granted(there.acquire(permit(2, longLease, lease + AMPLE)));

        assertThat(renew(here, dead)).containsExactly(false);
        assertThat(release(dead)).isFalse();
        assertThat(renew(there, lasting)).containsExactly(true);
    }

    private Request permit(int permits, long leaseMillis, long waitMillis) {
        return request(SEMAPHORE, permits, Collections.singletonList(key), leaseMillis, waitMillis);
    }
}

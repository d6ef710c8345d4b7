package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.FENCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.Shows;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about fencing tokens. */
abstract class TokenConformance extends PermitConformance {
    @Test
    void theTokensBehindAGrantsOwnBelongToItToo() throws Exception {
        assumeHas(FENCED);
        long last = 0;
        for (int count : new int[] {1, 65, 1, 7, 1_000, 65}) {
            Request request = request(FENCED, key, longLease, AMPLE).withTokens(count);
            Grant grant = granted(here.acquire(request));
            assertThat(grant.token()).as("%d, after %d", count, last).isGreaterThan(last);
            Grant held = granted(here.acquire(request));
            assertThat(held.token()).as("asked again").isGreaterThanOrEqualTo(grant.token());
            if (capabilities().can(Capability.RAISES_TOKENS)) {
                long above = held.token() + 3;
                held = granted(here.acquire(request.withTokenAbove(above)));
                assertThat(held.token()).as("raised").isGreaterThan(above);
            }
            last = held.token() + count - 1;
            release(held);
            Grant other = granted(there.acquire(request(FENCED, key, longLease, AMPLE)));
            assertThat(other.token()).as("after %d up to %d", count, last).isGreaterThan(last);
            last = other.token();
            release(other);
        }
    }

    @Test
    @Shows("`fenced`")
    void whoGetsALockThatAnotherHasLostHasAGreaterTokenThanAllOfThose() throws Exception {
        assumeHas(FENCED);
        Grant lost = granted(here.acquire(request(FENCED, key, longLease, AMPLE).withTokens(65)));
        delete(key);

        Grant next =
                granted(there.acquire(request(FENCED, key, longLease, AMPLE).withTokens(65)));

        assertThat(next.token()).isGreaterThan(lost.token() + 64);
    }

    @Test
    @Shows("`fenced`")
    void fenceTokensOnlyGrow() throws Exception {
        assumeHas(FENCED);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Grant grant = granted((i % 2 == 0 ? here : there).acquire(request(FENCED, key, longLease, AMPLE)));
            assertThat(grant.token()).isGreaterThan(last);
            last = grant.token();
            release(grant);
        }
    }

    @Test
    void tokensGoOnBehindALeaseThatEndedAndAStoreThatWasClosed() throws Exception {
        assumeHas(FENCED);
        LockStore third = open();
        Grant ended = granted(third.acquire(request(FENCED, key, lease(1000), AMPLE)));
        Grant next = granted(there.acquire(request(FENCED, key, longLease, 60_000)));
        assertThat(next.token()).as("behind the end of a lease").isGreaterThan(ended.token());
        release(next);
        Grant last = granted(third.acquire(request(FENCED, key, longLease, AMPLE)));
        release(last);

        third.close();

        awaitNothingLeft(key);
        assertThat(granted(there.acquire(request(FENCED, key, longLease, AMPLE)))
                        .token())
                .as("behind the end of a store")
                .isGreaterThan(last.token());
    }

    @Test
    void onlyAFencedGrantHasAToken() throws Exception {
        for (LockKind kind : kinds()) {
            key += "+";
            Grant grant = granted(here.acquire(request(kind, key, longLease, AMPLE)));
            assertThat(grant.token() > 0).as("%s has a token", kind).isEqualTo(kind == FENCED);
        }
    }

    @Test
    void aTokenIsAsHighAsItIsAskedToBe() throws Exception {
        assumeHas(FENCED);
        assumeTrue(capabilities().can(Capability.RAISES_TOKENS), "this backend raises no token");
        Request request = request(FENCED, key, longLease, AMPLE);
        Grant first = granted(here.acquire(request));

        Grant raised = granted(here.acquire(request.withTokenAbove(first.token() + 99)));
        Grant again = granted(here.acquire(request.withTokenAbove(first.token())));

        assertThat(raised.token()).isGreaterThanOrEqualTo(first.token() + 100);
        assertThat(again.token()).isGreaterThanOrEqualTo(raised.token());
        release(raised);
        assertThat(granted(there.acquire(request(FENCED, key, longLease, AMPLE)))
                        .token())
                .isGreaterThan(again.token());
    }
}

package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.FENCED;
import static org.assertj.core.api.Assertions.assertThat;

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
            Request request = request(FENCED, key, LONG_LEASE, 1000).withTokens(count);
            Grant grant = granted(here.acquire(request));
            assertThat(grant.token()).as("%d, after %d", count, last).isGreaterThan(last);
            Grant again = granted(here.acquire(request));
            assertThat(again.token()).as("asked again").isGreaterThanOrEqualTo(grant.token());
            if (countsInOnePlace()) {
                assertThat(again.token()).as("asked again").isEqualTo(grant.token());
            }
            Grant raised = granted(here.acquire(request.withTokenAbove(again.token() + 3)));
            assertThat(raised.token()).as("raised").isGreaterThan(again.token() + 3);
            last = raised.token() + count - 1;
            release(raised);
            Grant other = granted(there.acquire(request(FENCED, key, LONG_LEASE, 1000)));
            assertThat(other.token())
                    .as("after %d from %d on", count, raised.token())
                    .isGreaterThan(last);
            last = other.token();
            release(other);
        }
    }

    @Test
    @Shows("`fenced`")
    void whoGetsALockThatAnotherHasLostHasAGreaterTokenThanAllOfThose() throws Exception {
        assumeHas(FENCED);
        Grant lost = granted(here.acquire(request(FENCED, key, LONG_LEASE, 1000).withTokens(65)));
        delete(key);

        Grant next =
                granted(there.acquire(request(FENCED, key, LONG_LEASE, 5000).withTokens(65)));

        assertThat(next.token()).isGreaterThan(lost.token() + 64);
    }

    @Test
    @Shows("`fenced`")
    void fenceTokensOnlyGrow() throws Exception {
        assumeHas(FENCED);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Grant grant = granted((i % 2 == 0 ? here : there).acquire(request(FENCED, key, LONG_LEASE, 1000)));
            assertThat(grant.token()).isGreaterThan(last);
            last = grant.token();
            release(grant);
        }
    }

    @Test
    void tokensGoOnBehindALeaseThatEndedAndAStoreThatWasClosed() throws Exception {
        assumeHas(FENCED);
        LockStore third = open();
        Grant ended = granted(third.acquire(request(FENCED, key, 1000, 20_000)));
        Grant next = granted(there.acquire(request(FENCED, key, LONG_LEASE, 60_000)));
        assertThat(next.token()).as("behind the end of a lease").isGreaterThan(ended.token());
        release(next);
        Grant last = granted(third.acquire(request(FENCED, key, LONG_LEASE, 20_000)));
        release(last);

        third.close();

        awaitNothingLeft(key);
        assertThat(granted(there.acquire(request(FENCED, key, LONG_LEASE, 20_000)))
                        .token())
                .as("behind the end of a store")
                .isGreaterThan(last.token());
    }

    @Test
    void onlyAFencedGrantHasAToken() throws Exception {
        for (LockKind kind : kinds()) {
            key += "+";
            Grant grant = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));
            assertThat(grant.token() > 0).as("%s has a token", kind).isEqualTo(kind == FENCED);
        }
    }

    @Test
    void aTokenIsAsHighAsItIsAskedToBe() throws Exception {
        assumeHas(FENCED);
        Request request = request(FENCED, key, LONG_LEASE, 1000);
        Grant first = granted(here.acquire(request));

        Grant raised = granted(here.acquire(request.withTokenAbove(first.token() + 99)));
        Grant again = granted(here.acquire(request.withTokenAbove(first.token())));

        if (countsInOnePlace()) {
            assertThat(raised.token()).isEqualTo(first.token() + 100);
            assertThat(again.token()).as("it is greater already").isEqualTo(raised.token());
        }
        assertThat(raised.token()).isGreaterThanOrEqualTo(first.token() + 100);
        assertThat(again.token()).isGreaterThanOrEqualTo(raised.token());
        release(raised);
        assertThat(granted(there.acquire(request(FENCED, key, LONG_LEASE, 1000)))
                        .token())
                .isGreaterThan(again.token());
    }

    /** Whether no token is left out; a server of several that grants later than most has the next one. */
    protected boolean countsInOnePlace() {
        return true;
    }
}

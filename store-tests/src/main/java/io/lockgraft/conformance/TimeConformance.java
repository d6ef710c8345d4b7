package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Rivals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about what grants and renewals tell of time: since when, and how long. */
abstract class TimeConformance extends SilenceConformance {
    /** A store that is asked anew on a busy machine tells a later time with good reason, but not each time. */
    private static final int ROUNDS = 10;

    /** Of milliseconds, in which a question is sent. */
    private static final long SENT = 50;

    /** The step of a store's clock, and of another one beside it, in milliseconds. */
    private static final long TICK = 10;

    @Test
    void aGrantCountsFromItsQuestionNotFromTheAnswer() throws Exception {
        assumeFalse(capabilities().can(Capability.ONE_LEASE), "a grant counts from the last proof of its session");
        for (LockKind kind : kinds()) {
            boolean asAsked = false;
            for (int round = 0; round < ROUNDS && !asAsked; round++) {
                freeze();
                Attempt asked = here.acquire(request(kind, key + kind, longLease, AMPLE));
                Thread.sleep(SENT);
                long answered = System.nanoTime();
                thaw();

                Grant grant = granted(asked);
                asAsked = grant.sentAt() - answered < 0;
                release(grant);
            }
            assertThat(asAsked).as("%s was sent before it was answered", kind).isTrue();
        }
    }

    @Test
    void aRenewalCountsFromItsQuestionNotFromTheAnswer() throws Exception {
        for (LockKind kind : kinds()) {
            Grant grant = granted(here.acquire(request(kind, key + kind, longLease, AMPLE)));
            boolean asAsked = false;
            for (int round = 0; round < ROUNDS && !asAsked; round++) {
                freeze();
                CompletableFuture<Renewal> asked =
                        here.renew(Collections.singletonList(grant)).get(0);
                Thread.sleep(SENT);
                long answered = System.nanoTime();
                thaw();

                Renewal renewal = asked.get(30, SECONDS);
                asAsked = renewal.isHeld() && renewal.since() - answered < 0;
            }
            assertThat(asAsked)
                    .as("the renewal of %s counts from before its answer", kind)
                    .isTrue();
        }
    }

    @Test
    void aLockIsHeldForAllOfTheLeaseThatItsGrantTells() throws Exception {
        Map<Grant, CompletableFuture<Long>> freed = new LinkedHashMap<>();
        for (LockKind kind : kinds()) {
            Grant grant = granted(here.acquire(request(kind, key + kind, lease(1000), AMPLE)));
            freed.put(
                    grant,
                    there.acquire(request(Rivals.of(kind), key + kind, longLease, 60_000))
                            .answer()
                            .thenApply(answer -> System.nanoTime()));
        }

        for (Map.Entry<Grant, CompletableFuture<Long>> each : freed.entrySet()) {
            Grant grant = each.getKey();
            long held = each.getValue().get(70, SECONDS) - grant.sentAt();
            assertThat(held)
                    .as("nanoseconds until the next one had %s", grant.request())
                    .isGreaterThanOrEqualTo(MILLISECONDS.toNanos(grant.leaseMillis() - TICK));
        }
    }

    @Test
    @FailsWithout("`SessionGrant#endInTime` gives no place back of which a later grant was made")
    void anOwnerThatAskedAgainKeepsItsLockBeyondTheLeaseOfItsFirstGrant() throws Exception {
        List<Grant> again = new ArrayList<>();
        for (LockKind kind : kinds()) {
            Request request = request(kind, key + kind, renewedLease, AMPLE);
            Grant first = granted(here.acquire(request));
            boolean raises = kind == LockKind.FENCED && capabilities().can(Capability.RAISES_TOKENS);
            again.add(granted(here.acquire(raises ? request.withTokenAbove(first.token() + 9) : request)));
        }
        long until = afterLease(renewedLease);

        while (System.nanoTime() - until < 0) {
            assertThat(renew(here, again.toArray(new Grant[0]))).as("renewed").containsOnly(true);
            Thread.sleep(100);
        }

        while (!again.isEmpty()) {
            assertThat(renew(here, again.toArray(new Grant[0]))).as("renewed").containsOnly(true);
            Grant grant = again.remove(0);
            LockKind kind = grant.request().kind();
            Answers.busy(kind, answer(there.acquire(request(Rivals.of(kind), key + kind, longLease, 0))));
            assertThat(release(grant)).as("%s", kind).isTrue();
        }
    }
}

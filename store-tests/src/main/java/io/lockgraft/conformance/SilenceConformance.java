package io.lockgraft.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about stores that do not answer. */
abstract class SilenceConformance extends FuzzConformance {
    @Test
    void aStoreThatDoesNotAnswerIsUnavailableSoonAfterTheDeadline() throws Exception {
        eachIsForTheNext();
        freeze();

        long start = System.nanoTime();
        Map<LockKind, Attempt> asked = askForEach(300);

        for (LockKind kind : kinds()) {
            assertThat(answer(asked.get(kind)).cause())
                    .as("why the store could not say, %s", kind)
                    .isNotNull();
        }
        assertThat(toMillis(System.nanoTime() - start)).isLessThan(5000);
    }

    @Test
    void anAnswerThatCameTooLateLeavesNothing() throws Exception {
        eachIsForTheNext();
        freeze();
        Map<LockKind, Attempt> asked = askForEach(300);
        for (LockKind kind : kinds()) {
            assertThat(answer(asked.get(kind)).cause()).as("%s", kind).isNotNull();
        }

        thaw();

        eachIsForTheNext();
    }

    @Test
    @Tag("everywhere")
    void anAttemptAbandonedWhileTheStoreIsSilentLeavesNothing() throws Exception {
        eachIsForTheNext();
        freeze();
        Map<LockKind, Attempt> asked = askForEach(20_000);
        Thread.sleep(100);
        asked.values().forEach(Attempt::abandon);

        thaw();

        eachIsForTheNext();
    }

    @Test
    void aRenewalThatTheStoreDoesNotAnswerIsUnknown() throws Exception {
        Map<LockKind, Grant> grants = new EnumMap<>(LockKind.class);
        for (Map.Entry<LockKind, Attempt> each : askForEach(AMPLE).entrySet()) {
            grants.put(each.getKey(), granted(each.getValue()));
        }
        freeze();

        List<CompletableFuture<Renewal>> renewed = here.renew(new ArrayList<>(grants.values()));

        assertThat(renewed).allSatisfy(each -> {
            await().atMost(Duration.ofSeconds(20)).until(each::isDone);
            assertThat(each.join().cause()).as("why it is unknown").isNotNull();
        });
        thaw();
        for (Map.Entry<LockKind, Grant> each : grants.entrySet()) {
            await(each.getKey() + " is kept")
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptions()
                    .until(() -> renew(here, each.getValue()).get(0));
            assertThat(release(each.getValue())).isTrue();
        }
        eachIsForTheNext();
    }

    @Test
    void aReleaseThatTheStoreDoesNotAnswerIsDoneAllTheSame() throws Exception {
        Map<LockKind, Grant> grants = new EnumMap<>(LockKind.class);
        for (Map.Entry<LockKind, Attempt> each : askForEach(AMPLE).entrySet()) {
            grants.put(each.getKey(), granted(each.getValue()));
        }
        freeze();

        Map<LockKind, CompletableFuture<Renewal>> released = new EnumMap<>(LockKind.class);
        grants.forEach((kind, grant) -> released.put(kind, grant.release()));

        for (LockKind kind : kinds()) {
            assertThat(Renewals.cause(released.get(kind))).as("%s", kind).isNotNull();
        }
        thaw();
        eachIsForTheNext();
    }

    private String keyOf(LockKind kind) {
        return key + ":" + kind;
    }

    /** All kinds at once, for the store's silence takes long. */
    private Map<LockKind, Attempt> askForEach(long waitMillis) {
        Map<LockKind, Attempt> asked = new EnumMap<>(LockKind.class);
        for (LockKind kind : kinds()) {
            asked.put(kind, here.acquire(request(kind, keyOf(kind), longLease, waitMillis)));
        }
        return asked;
    }

    /** Nothing of it is left, and another one gets it. */
    private void eachIsForTheNext() throws Exception {
        String[] keys = kinds().stream().map(this::keyOf).toArray(String[]::new);
        awaitFree(keys);
        for (LockKind kind : kinds()) {
            assertThat(release(granted(there.acquire(request(Rivals.of(kind), keyOf(kind), longLease, 10_000)))))
                    .as("%s", kind)
                    .isTrue();
        }
        awaitNothingLeft(keys);
    }
}

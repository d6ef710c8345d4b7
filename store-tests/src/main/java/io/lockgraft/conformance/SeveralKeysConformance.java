package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static io.lockgraft.spi.LockKind.FENCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the conformance suite that is about requests with several keys. */
@Shows("several keys")
abstract class SeveralKeysConformance extends TurnConformance {
    String a;
    String b;
    String c;

    @BeforeEach
    final void nameThree() {
        List<String> keys = three(key);
        a = keys.get(0);
        b = keys.get(1);
        c = keys.get(2);
    }

    /** In the order of their turns. */
    final List<String> three(String of) {
        return inOrder(Arrays.asList(of + ":a", of + ":b", of + ":c"));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("everywhere")
    void severalKeysAreTakenAndGivenBackTogether(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant grant = granted(here.acquire(request(kind, Arrays.asList(a, b, c), longLease, AMPLE)));
        for (String each : Arrays.asList(a, b, c)) {
            assertThat(isHeld(each)).as(each).isTrue();
        }
        assertThat(renew(here, grant)).containsExactly(true);

        assertThat(release(grant)).isTrue();

        for (String each : Arrays.asList(a, b, c)) {
            assertThat(isHeld(each)).as(each).isFalse();
        }
    }

    @Test
    void whoTriesOnceGetsAllOrNothing() throws Exception {
        List<String> free = new ArrayList<>();
        for (LockKind kind : kinds()) {
            List<String> keys = three(key + kind);
            Grant held = granted(here.acquire(request(Rivals.of(kind), keys.get(1), longLease, AMPLE)));

            Answers.busy(kind, answer(there.acquire(request(kind, keys, longLease, 0))));

            assertThat(release(held)).as("%s", kind).isTrue();
            free.addAll(keys);
        }

        awaitNothingLeft(free.toArray(new String[0]));
    }

    @Test
    void aWaitForSeveralKeysThatRunsOutLeavesNothing() throws Exception {
        Map<Grant, Attempt> waiting = new LinkedHashMap<>();
        List<String> free = new ArrayList<>();
        for (LockKind kind : kinds()) {
            List<String> keys = three(key + kind);
            Grant held = granted(here.acquire(request(Rivals.of(kind), keys.get(2), longLease, AMPLE)));
            waiting.put(held, there.acquire(request(kind, keys, longLease, 2_000)));
            free.addAll(keys.subList(0, 2));
        }

        for (Attempt attempt : waiting.values()) {
            Answers.busy("who waits", answer(attempt));
        }

        awaitNothingLeft(free.toArray(new String[0]));
        for (Grant held : waiting.keySet()) {
            assertThat(release(held)).isTrue();
        }
    }

    @Test
    void anAbandonedWaitForSeveralKeysLeavesNothing() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant held = granted(here.acquire(request(EXCLUSIVE, c, longLease, AMPLE)));
        Attempt waiting = waiting(there, request(EXCLUSIVE, Arrays.asList(a, b, c), longLease, 20_000));

        waiting.abandon();

        awaitNothingLeft(a, b);
        release(held);
        awaitNothingLeft(a, b, c);
    }

    @Test
    void aWaitForSeveralKeysThatEndsWhileTheStoreIsSilentLeavesNothing() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant held = granted(here.acquire(request(EXCLUSIVE, c, longLease, AMPLE)));
        Attempt waiting = waiting(there, request(EXCLUSIVE, Arrays.asList(a, b, c), longLease, 20_000));

        freeze();
        waiting.abandon();
        Thread.sleep(200);
        thaw();

        awaitNothingLeft(a, b);
        await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> release(held));
        awaitNothingLeft(a, b, c);
    }

    @Test
    void oneLostKeyIsTheLossOfAllAndTheRestIsGivenBack() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant grant = granted(here.acquire(request(EXCLUSIVE, Arrays.asList(a, b, c), longLease, AMPLE)));
        delete(b);
        Grant other = granted(there.acquire(request(EXCLUSIVE, b, longLease, AMPLE)));

        assertThat(renew(here, grant)).containsExactly(false);
        assertThat(release(grant)).isFalse();

        awaitFree(a, c); // of several stores the first may have decided it
        assertThat(release(other)).isTrue();
    }

    @Test
    void oneTokenIsGreaterThanAllBeforeItOnAnyOfTheKeys() throws Exception {
        assumeHas(FENCED);
        for (int i = 0; i < 7; i++) {
            release(granted(here.acquire(request(FENCED, b, longLease, AMPLE))));
        }
        Grant single = granted(here.acquire(request(FENCED, b, longLease, AMPLE)));
        release(single);

        Grant all = granted(there.acquire(request(FENCED, Arrays.asList(a, b, c), longLease, AMPLE)));
        release(all);

        assertThat(all.token()).isGreaterThan(single.token());
        for (String each : Arrays.asList(a, b, c)) {
            assertThat(granted(here.acquire(request(FENCED, each, longLease, AMPLE)))
                            .token())
                    .as(each)
                    .isGreaterThan(all.token());
        }
    }

    @Test
    void severalKeysAreGivenBackAfterAWhileTogether() throws Exception {
        assumeHas(EXCLUSIVE);
        assumeOutlivesProcess();
        Grant grant = granted(here.acquire(request(EXCLUSIVE, Arrays.asList(a, b), longLease, AMPLE)));

        assertThat(Renewals.isHeld(grant.releaseAfter(lease(2_000)))).isTrue();

        assertThat(isHeld(a) && isHeld(b)).isTrue();
        awaitFree(a, b);
    }

    @Test
    void fiftyKeysAreOneRequest() throws Exception {
        assumeHas(EXCLUSIVE);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            keys.add(key + ":" + (100 + i));
        }
        Grant grant = granted(here.acquire(request(EXCLUSIVE, keys, longLease, AMPLE)));
        Attempt waiting = waiting(there, request(EXCLUSIVE, keys, longLease, 25_000));

        assertThat(release(grant)).isTrue();

        assertThat(release(granted(waiting))).isTrue();
        awaitNothingLeft(keys.toArray(new String[0]));
    }
}

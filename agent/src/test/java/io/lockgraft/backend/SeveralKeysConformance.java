package io.lockgraft.backend;

import static io.lockgraft.rules.LockKind.EXCLUSIVE;
import static io.lockgraft.rules.LockKind.FENCED;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.rules.LockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the conformance suite that is about requests with several keys. */
abstract class SeveralKeysConformance extends KindConformance {
    private String a;
    private String b;
    private String c;

    @BeforeEach
    final void nameThree() {
        List<String> keys = inOrder(Arrays.asList(key + ":a", key + ":b", key + ":c"));
        a = keys.get(0);
        b = keys.get(1);
        c = keys.get(2);
    }

    @ParameterizedTest
    @EnumSource
    void severalKeysAreTakenAndGivenBackTogether(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant grant = granted(here.acquire(request(kind, Arrays.asList(a, b, c), LONG_LEASE, 1000)));
        for (String each : Arrays.asList(a, b, c)) {
            assertThat(isHeld(each)).as(each).isTrue();
        }
        assertThat(renew(here, grant)).containsExactly(true);

        assertThat(release(grant)).isTrue();

        for (String each : Arrays.asList(a, b, c)) {
            assertThat(isHeld(each)).as(each).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoTriesOnceGetsAllOrNothing(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant held = granted(here.acquire(request(beside(kind), b, LONG_LEASE, 1000)));

        assertThat(answer(there.acquire(request(kind, Arrays.asList(a, b, c), LONG_LEASE, 0)))
                        .isBusy())
                .isTrue();

        assertStaysFree(a, c);
        assertThat(release(held)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatAWaiterHasItKeepsWhileItWaitsForTheNext(LockKind kind) throws Exception {
        assumeHas(kind);
        key = "{" + key + "}"; // in one slot of a cluster, where their names' order is that of their turns
        nameThree();
        Grant held = granted(here.acquire(request(beside(kind), b, LONG_LEASE, 1000)));
        Attempt waiting = waiting(there, request(kind, Arrays.asList(a, b, c), 1000, 25_000));
        long until = System.nanoTime() + MILLISECONDS.toNanos(2200);

        while (System.nanoTime() - until < 0) {
            assertThat(isHeld(a)).as("kept, longer than its lease").isTrue();
            assertThat(isHeld(c)).as("not taken before its turn").isFalse();
            Thread.sleep(50);
        }
        release(held);

        Grant grant = granted(waiting);
        assertThat(System.nanoTime() - grant.sentAt()).as("its lease is fresh").isLessThan(SECONDS.toNanos(1));
        assertThat(release(grant)).isTrue();
        assertStaysFree(a, b, c);
    }

    @Test
    void whicheverKeyIsBusyAWaiterKeepsWhatItHasOfTheOthers() throws Exception {
        assumeHas(EXCLUSIVE);
        int kept = 0;
        for (String busy : Arrays.asList(a, b, c)) {
            Grant held = granted(here.acquire(request(EXCLUSIVE, busy, LONG_LEASE, 1000)));
            Attempt waiting = waiting(there, request(EXCLUSIVE, Arrays.asList(a, b, c), 1000, 25_000));
            List<Boolean> others = Arrays.asList(isHeld(a), isHeld(b), isHeld(c));
            long until = System.nanoTime() + MILLISECONDS.toNanos(1500);
            while (System.nanoTime() - until < 0) {
                assertThat(Arrays.asList(isHeld(a), isHeld(b), isHeld(c)))
                        .as("what is held while %s is waited for", busy)
                        .isEqualTo(others);
                Thread.sleep(50);
            }
            kept += Collections.frequency(others, true) - 1;
            release(held);
            assertThat(release(granted(waiting))).isTrue();
        }
        assertThat(kept)
                .as("kept while the first, the second and the third was busy")
                .isEqualTo(1 + 2);
    }

    /** Or somebody who has what was lost, and wants what is left, would wait in a circle with it until a lease ends. */
    @ParameterizedTest
    @EnumSource
    void aWaiterThatLostItsFirstKeyToAnotherWaitsForItWithNothingInHand(LockKind kind) throws Exception {
        assumeHas(kind);
        key = "{" + key + "}"; // and without, for a cluster: below
        nameThree();
        waitWithNothingInHand(kind);
    }

    @Test
    void aWaiterThatLostItsFirstKeyWaitsForItWithNothingInHandInOtherSlots() throws Exception {
        assumeHas(EXCLUSIVE);
        waitWithNothingInHand(EXCLUSIVE);
    }

    private void waitWithNothingInHand(LockKind kind) throws Exception {
        Grant last = granted(here.acquire(request(beside(kind), c, LONG_LEASE, 1000)));
        Attempt waiting = waiting(there, request(kind, Arrays.asList(a, b, c), 2 * LONG_LEASE, 60_000));
        await().atMost(Duration.ofSeconds(10)).until(() -> isHeld(b));
        Grant first = null;
        while (first == null) {
            delete(a);
            first = answer(here.acquire(request(beside(kind), a, LONG_LEASE, 0)))
                    .grant();
        }

        Grant between = granted(here.acquire(request(beside(kind), b, LONG_LEASE, 25_000)));

        for (Grant grant : Arrays.asList(between, first, last)) {
            assertThat(release(grant)).isTrue();
        }
        assertThat(release(granted(waiting))).isTrue();
        assertStaysFree(a, b, c);
    }

    @ParameterizedTest
    @EnumSource
    void aWaitForSeveralKeysThatRunsOutLeavesNothing(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant held = granted(here.acquire(request(beside(kind), c, LONG_LEASE, 1000)));

        assertThat(answer(there.acquire(request(kind, Arrays.asList(a, b, c), LONG_LEASE, 400)))
                        .isBusy())
                .isTrue();

        assertStaysFree(a, b);
        assertThat(release(held)).isTrue();
    }

    @Test
    void anAbandonedWaitForSeveralKeysLeavesNothing() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant held = granted(here.acquire(request(EXCLUSIVE, c, LONG_LEASE, 1000)));
        Attempt waiting = waiting(there, request(EXCLUSIVE, Arrays.asList(a, b, c), LONG_LEASE, 20_000));

        waiting.abandon();

        assertStaysFree(a, b);
        release(held);
        assertStaysFree(a, b, c);
    }

    @Test
    void aWaitForSeveralKeysThatEndsWhileTheStoreIsSilentLeavesNothing() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant held = granted(here.acquire(request(EXCLUSIVE, c, LONG_LEASE, 1000)));
        Attempt waiting = waiting(there, request(EXCLUSIVE, Arrays.asList(a, b, c), LONG_LEASE, 20_000));

        freeze();
        waiting.abandon();
        Thread.sleep(200);
        thaw();

        assertStaysFree(a, b);
        await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> release(held));
        assertStaysFree(a, b, c);
    }

    @Test
    void oneLostKeyIsTheLossOfAllAndTheRestIsGivenBack() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant grant = granted(here.acquire(request(EXCLUSIVE, Arrays.asList(a, b, c), LONG_LEASE, 1000)));
        delete(b);
        Grant other = granted(there.acquire(request(EXCLUSIVE, b, LONG_LEASE, 1000)));

        assertThat(renew(here, grant)).containsExactly(false);
        assertThat(release(grant)).isFalse();

        assertThat(isHeld(a)).isFalse();
        assertThat(isHeld(c)).isFalse();
        assertThat(release(other)).isTrue();
    }

    @Test
    void oneTokenIsGreaterThanAllBeforeItOnAnyOfTheKeys() throws Exception {
        assumeHas(FENCED);
        for (int i = 0; i < 7; i++) {
            release(granted(here.acquire(request(FENCED, b, LONG_LEASE, 1000))));
        }
        Grant single = granted(here.acquire(request(FENCED, b, LONG_LEASE, 1000)));
        release(single);

        Grant all = granted(there.acquire(request(FENCED, Arrays.asList(a, b, c), LONG_LEASE, 1000)));
        release(all);

        assertThat(all.token()).isGreaterThan(single.token());
        for (String each : Arrays.asList(a, b, c)) {
            assertThat(granted(here.acquire(request(FENCED, each, LONG_LEASE, 1000)))
                            .token())
                    .as(each)
                    .isGreaterThan(all.token());
        }
    }

    @Test
    void severalKeysAreGivenBackAfterAWhileTogether() throws Exception {
        assumeHas(EXCLUSIVE);
        Grant grant = granted(here.acquire(request(EXCLUSIVE, Arrays.asList(a, b), LONG_LEASE, 1000)));

        assertThat(grant.releaseAfter(1000).get(10, SECONDS)).isTrue();

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
        Grant grant = granted(here.acquire(request(EXCLUSIVE, keys, LONG_LEASE, 5000)));
        Attempt waiting = waiting(there, request(EXCLUSIVE, keys, LONG_LEASE, 25_000));

        assertThat(release(grant)).isTrue();

        assertThat(release(granted(waiting))).isTrue();
        assertStaysFree(keys.toArray(new String[0]));
    }

    /** A kind that excludes this one. */
    private static LockKind beside(LockKind kind) {
        return kind == LockKind.READ ? LockKind.WRITE : kind;
    }
}

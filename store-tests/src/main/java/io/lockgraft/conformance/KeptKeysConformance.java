package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Rivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about the keys that a waiter for several has already. */
abstract class KeptKeysConformance extends SeveralKeysConformance {
    /** Milliseconds in the first round. */
    private static final long WAIT = 1_200;

    private static final long FIRST_IS_HELD = 900;

    /** All kinds at once, for it takes longer than a lease. */
    @Test
    void whatAWaiterOfAnyKindHasItKeepsWhileItWaitsForTheNext() throws Exception {
        Map<LockKind, List<String>> keys = new EnumMap<>(LockKind.class);
        Map<LockKind, Grant> held = new EnumMap<>(LockKind.class);
        Map<LockKind, Attempt> waiting = new EnumMap<>(LockKind.class);
        for (LockKind kind : kinds()) {
            // In one slot of a cluster, where their names' order is that of their turns.
            keys.put(kind, three("{" + key + kind + "}"));
            held.put(
                    kind,
                    granted(here.acquire(request(Rivals.of(kind), keys.get(kind).get(1), longLease, AMPLE))));
            awaitEverywhere(keys.get(kind).get(1));
            waiting.put(kind, waiting(there, request(kind, keys.get(kind), renewedLease, 60_000)));
        }
        long until = afterLease(renewedLease);

        while (System.nanoTime() - until < 0) {
            for (LockKind kind : kinds()) {
                assertThat(isHeld(keys.get(kind).get(0)))
                        .as("%s kept, longer than its lease", kind)
                        .isTrue();
                assertThat(isHeld(keys.get(kind).get(2)))
                        .as("%s not taken before its turn", kind)
                        .isFalse();
            }
            Thread.sleep(50);
        }

        List<String> free = new ArrayList<>();
        for (LockKind kind : kinds()) {
            release(held.get(kind));
            Grant grant = granted(waiting.get(kind));
            assertThat(System.nanoTime() - grant.sentAt())
                    .as("the lease of %s is fresh", kind)
                    .isLessThan(MILLISECONDS.toNanos(renewedLease));
            assertThat(release(grant)).as("%s", kind).isTrue();
            free.addAll(keys.get(kind));
        }
        awaitNothingLeft(free.toArray(new String[0]));
    }

    @Test
    void whicheverKeyIsBusyAWaiterKeepsWhatItHasOfTheOthers() throws Exception {
        assumeHas(EXCLUSIVE);
        List<List<String>> keys = new ArrayList<>();
        List<Grant> held = new ArrayList<>();
        List<Attempt> waiting = new ArrayList<>();
        List<List<Boolean>> others = new ArrayList<>();
        for (int busy = 0; busy < 3; busy++) {
            keys.add(three(key + busy));
            held.add(granted(here.acquire(request(EXCLUSIVE, keys.get(busy).get(busy), longLease, AMPLE))));
            awaitEverywhere(keys.get(busy).get(busy));
            waiting.add(waiting(there, request(EXCLUSIVE, keys.get(busy), renewedLease, 60_000)));
            others.add(settled(keys.get(busy)));
        }
        long until = afterLease(renewedLease);

        while (System.nanoTime() - until < 0) {
            for (int busy = 0; busy < 3; busy++) {
                assertThat(areHeld(keys.get(busy)))
                        .as("what is held while number %s is waited for", busy)
                        .isEqualTo(others.get(busy));
            }
            Thread.sleep(50);
        }

        int kept = 0;
        for (int busy = 0; busy < 3; busy++) {
            kept += Collections.frequency(others.get(busy), true) - 1;
            release(held.get(busy));
            assertThat(release(granted(waiting.get(busy)))).isTrue();
        }
        assertThat(kept)
                .as("kept while the first, the second and the third was busy")
                .isEqualTo(1 + 2);
    }

    /** What is held, once that has not changed for a moment: of several servers a waiter asks one before the others. */
    private List<Boolean> settled(List<String> keys) throws Exception {
        List<Boolean> before;
        List<Boolean> now = areHeld(keys);
        do {
            before = now;
            Thread.sleep(100);
            now = areHeld(keys);
        } while (!now.equals(before));
        return now;
    }

    private List<Boolean> areHeld(List<String> keys) throws Exception {
        List<Boolean> held = new ArrayList<>();
        for (String each : keys) {
            held.add(isHeld(each));
        }
        return held;
    }

    /** Or a call that has what was lost, and wants what is left, would wait in a circle with it until a lease ends. */
    @EachKind
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
        Grant last = granted(here.acquire(request(Rivals.of(kind), c, longLease, AMPLE)));
        awaitEverywhere(c);
        Attempt waiting = waiting(there, request(kind, Arrays.asList(a, b, c), longLease, 60_000));
        await().atMost(Duration.ofSeconds(10)).until(() -> isHeld(b));
        Grant first = null;
        while (first == null) {
            delete(a);
            first = answer(here.acquire(request(Rivals.of(kind), a, longLease, 0)))
                    .grant();
        }

        Grant between = granted(here.acquire(request(Rivals.of(kind), b, longLease, 25_000)));

        for (Grant grant : Arrays.asList(between, first, last)) {
            assertThat(release(grant))
                    .as("%s was held until now", grant.request())
                    .isTrue();
        }
        assertThat(release(granted(waiting))).isTrue();
        awaitNothingLeft(a, b, c);
    }

    /**
     * All kinds at once. Of those that were seen at the last key while they waited, one can say that they came to it. A
     * busy machine gets longer in each round.
     */
    @Test
    void keysThatAreBusyOneAfterTheOtherAreWaitedForWithinOneDeadline() throws Exception {
        Set<LockKind> cameToTheLast = EnumSet.noneOf(LockKind.class);
        for (int round = 1; round <= 5 && !cameToTheLast.equals(kinds()); round++) {
            key += "+";
            cameToTheLast.addAll(waitForOneKeyAfterTheOther(round * WAIT));
        }
        assertThat(cameToTheLast).isEqualTo(kinds());
    }

    /** Answers which kinds got their first key, and waited for the last. */
    private Set<LockKind> waitForOneKeyAfterTheOther(long wait) throws Exception {
        Map<LockKind, List<String>> keys = new EnumMap<>(LockKind.class);
        List<Grant> first = new ArrayList<>();
        List<Grant> last = new ArrayList<>();
        for (LockKind kind : kinds()) {
            keys.put(kind, three(key + kind));
            first.add(held(kind, keys.get(kind).get(0)));
            last.add(held(kind, keys.get(kind).get(2)));
        }
        Map<LockKind, CompletableFuture<Long>> took = new EnumMap<>(LockKind.class);
        for (LockKind kind : kinds()) {
            long begun = System.nanoTime();
            took.put(
                    kind,
                    there.acquire(request(kind, keys.get(kind), longLease, wait))
                            .answer()
                            .thenApply(answer -> {
                                Answers.busy(kind, answer);
                                return toMillis(System.nanoTime() - begun);
                            }));
        }
        Thread.sleep(FIRST_IS_HELD);
        for (Grant grant : first) {
            assertThat(release(grant)).isTrue();
        }

        Set<LockKind> seen = EnumSet.noneOf(LockKind.class);
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    for (LockKind kind : kinds()) {
                        if (!seen.contains(kind)
                                && !leftOf(keys.get(kind).subList(1, 2)).isEmpty()) {
                            seen.add(kind);
                        }
                    }
                    return took.values().stream().allMatch(CompletableFuture::isDone);
                });
        for (LockKind kind : kinds()) {
            assertThat(took.get(kind).get())
                    .as("milliseconds until %s was busy; with a deadline for each key no less than the sum", kind)
                    .isBetween(wait - 50, wait + FIRST_IS_HELD - 1);
        }
        for (Grant grant : last) {
            assertThat(release(grant)).isTrue();
        }
        awaitNothingLeft(keys.values().stream().flatMap(List::stream).toArray(String[]::new));
        return seen;
    }

    /** What the others wait for. */
    private Grant held(LockKind kind, String one) throws Exception {
        Grant grant = granted(here.acquire(request(Rivals.of(kind), one, longLease, AMPLE)));
        awaitEverywhere(one);
        return grant;
    }
}

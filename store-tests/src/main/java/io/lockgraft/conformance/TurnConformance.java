package io.lockgraft.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Greedy;
import io.lockgraft.testing.store.LostPlaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the conformance suite that is about whose turn it is. */
@Shows({
    "`exclusive`",
    "a JVM always has another call that wants the lock",
    "a waiting JVM is far away, or may not subscribe",
    "a lock becomes free without a release (`hold.atLeast`, a `DEL` by hand, a dead holder)",
    "Redis refuses `PUBLISH`",
    "a waiting JVM's connection breaks without a sign (a firewall that drops packets), or answers "
            + "slower than the others wait",
    "a call with `wait: 0`",
    "Redis is out of memory",
    "`redis.quorum`"
})
abstract class TurnConformance extends TokenConformance {
    private static final int ROUNDS = 10;

    /** What every waiter has to come in when it is called, in milliseconds; in no backend less. */
    private static final long PATIENCE = 190;

    /** Whether no call overtakes a waiter of this kind. Else the store only sees to it that none is starved. */
    protected boolean keepsOrder(LockKind kind) {
        return capabilities().can(Capability.TURNS);
    }

    /** From now on, of all keys. */
    protected LostPlaces watchPlaces() throws Exception {
        return LostPlaces.NONE;
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    @FailsWithout("`turn.lua` queues the JVM that is refused, and keeps a free lock for the first")
    void whoReleasesAndAsksAgainAtOnceGoesBehindThoseWhoWait(LockKind kind) throws Exception {
        assertServed(kind, Arrays.asList("first", "second", "the one that had it"), () -> {
            List<String> served = Collections.synchronizedList(new ArrayList<>());
            Grant held = granted(here.acquire(request(kind, key, longLease, AMPLE)));
            noting(served, "first", waiting(there, request(kind, key, longLease, 60_000)));
            awaitPlaces(kind, key, 1);
            noting(served, "second", waiting(there, request(kind, key, longLease, 60_000)));
            awaitPlaces(kind, key, 2);

            held.release();
            noting(served, "the one that had it", here.acquire(request(kind, key, longLease, 60_000)));

            await().atMost(Duration.ofSeconds(30)).until(() -> served.size() == 3);
            return served;
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void whoTriesOnceDoesNotOvertakeWhoWaits(LockKind kind) throws Exception {
        assertServed(kind, Collections.singletonList("the one that waits"), () -> {
            List<String> served = new ArrayList<>();
            Grant held = granted(here.acquire(request(kind, key, longLease, AMPLE)));
            Attempt waiting = waiting(there, request(kind, key, longLease, 60_000));
            awaitPlaces(kind, key, 1);

            held.release();
            Answer once = answer(here.acquire(request(kind, key, longLease, 0)));

            if (once.grant() != null) {
                served.add("the one that tries once");
                once.grant().release();
            }
            release(granted(waiting));
            served.add("the one that waits");
            assertThat(release(granted(here.acquire(request(kind, key, longLease, AMPLE)))))
                    .as("and has left no place in the queue")
                    .isTrue();
            return served;
        });
    }

    /** Calls for a key of their own; answers which was served, in order. */
    private interface Round {
        List<String> play() throws Exception;
    }

    /**
     * In this order in each round in which none lost its place; and one that did, on a machine that is busy, had been
     * waited for as long as it is promised. Where a backend does not keep the order, all are served.
     */
    private void assertServed(LockKind kind, List<String> order, Round round) throws Exception {
        assumeHas(kind);
        try (LostPlaces lost = watchPlaces()) {
            int kept = 0;
            for (int i = 0; kept < ROUNDS && i < 2 * ROUNDS; i++) {
                key += "+";
                int before = lost.waitedFor().size();
                List<String> served = round.play();
                if (!keepsOrder(kind)) {
                    kept++;
                } else if (lost.waitedFor().size() == before) {
                    kept++;
                    assertThat(served)
                            .as("served, and nobody had lost its place")
                            .isEqualTo(order);
                }
            }
            assertThat(kept).as("rounds in which nobody lost its place").isEqualTo(ROUNDS);
            if (keepsOrder(kind)) {
                assertThat(lost.waitedFor())
                        .as("milliseconds that those were waited for who lost their places")
                        .allMatch(waited -> waited >= PATIENCE);
            }
        }
    }

    private static void noting(List<String> served, String name, Attempt attempt) {
        attempt.answer().thenAccept(answer -> {
            if (answer.grant() != null) {
                served.add(name);
                answer.grant().release();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void nobodyIsStarvedByThoseWhoReleaseAndAskAgainAtOnce(LockKind kind) throws Exception {
        assumeHas(kind);
        try (LockStore third = open();
                LockStore fourth = open()) {
            Greedy.assertShared(Greedy.play(kind, key, 10, longLease, 100, here, there, third, fourth));
        }
        awaitNothingLeft(key);
    }
}

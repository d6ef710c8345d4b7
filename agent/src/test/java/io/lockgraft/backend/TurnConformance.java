package io.lockgraft.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.rules.LockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the conformance suite that is about whose turn it is. */
abstract class TurnConformance extends KindConformance {
    /** A first waiter that a busy machine delays for longer, in milliseconds, may lose its place; in no backend before. */
    private static final long PATIENCE = 190;

    /** Whether this backend lets nobody overtake a waiter of this kind; else it only sees to it that none is starved. */
    protected boolean keepsOrder(LockKind kind) {
        return true;
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void whoReleasesAndAsksAgainAtOnceGoesBehindThoseWhoWait(LockKind kind) throws Exception {
        assumeHas(kind);
        for (int round = 0; round < 10; round++) {
            key += "+";
            List<String> served = Collections.synchronizedList(new ArrayList<>());
            List<String> early = Collections.synchronizedList(new ArrayList<>());
            Grant held = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));
            long[] released = {System.nanoTime()};
            Consumer<String> serves = name -> {
                if (toMillis(System.nanoTime() - released[0]) < PATIENCE) {
                    early.add(name);
                }
                served.add(name);
            };
            noting(serves, "first", waiting(there, request(kind, key, LONG_LEASE, 60_000)));
            noting(serves, "second", waiting(there, request(kind, key, LONG_LEASE, 60_000)));

            released[0] = System.nanoTime();
            held.release();
            noting(serves, "the one that had it", here.acquire(request(kind, key, LONG_LEASE, 60_000)));

            await().atMost(Duration.ofSeconds(30)).until(() -> served.size() == 3);
            if (keepsOrder(kind)) {
                assertThat(Arrays.asList("first", "second", "the one that had it"))
                        .as(
                                "served at last: %s; and begins with those served before anybody's patience was over",
                                served)
                        .startsWith(early.toArray(new String[0]));
            }
        }
    }

    private static void noting(Consumer<String> serves, String name, Attempt attempt) {
        attempt.answer().thenAccept(answer -> {
            if (answer.grant() != null) {
                serves.accept(name);
                answer.grant().release();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void whoTriesOnceDoesNotOvertakeWhoWaits(LockKind kind) throws Exception {
        assumeHas(kind);
        int overtaken = 0;
        for (int round = 0; round < 10; round++) {
            key += "+";
            Grant held = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));
            Attempt waiting = waiting(there, request(kind, key, LONG_LEASE, 60_000));

            held.release();
            Answer once = answer(here.acquire(request(kind, key, LONG_LEASE, 0)));

            if (once.grant() != null) {
                overtaken++;
                once.grant().release();
            }
            release(granted(waiting));
            assertThat(release(granted(here.acquire(request(kind, key, LONG_LEASE, 1000)))))
                    .as("and has left no place in the queue")
                    .isTrue();
        }
        if (keepsOrder(kind)) {
            assertThat(overtaken).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "READ", "FENCED"})
    void aWaiterWhoseProcessDiedHoldsNobodyUpForLong(LockKind kind) throws Exception {
        assumeHas(kind);
        LockKind excluding = kind == LockKind.READ ? LockKind.WRITE : kind;
        Grant held = granted(here.acquire(request(excluding, key, LONG_LEASE, 1000)));
        Backend dead = open();
        waiting(dead, request(kind, key, LONG_LEASE, 60_000));
        Attempt next = waiting(there, request(excluding, key, LONG_LEASE, 60_000));

        dead.close();
        long start = System.nanoTime();
        release(held);

        release(granted(next));
        assertThat(toMillis(System.nanoTime() - start))
                .as("some tenths of a second, and what a busy machine adds")
                .isLessThan(3000);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void nobodyIsStarvedByThoseWhoReleaseAndAskAgainAtOnce(LockKind kind) throws Exception {
        assumeHas(kind);
        try (Backend third = open();
                Backend fourth = open()) {
            Greedy.assertShared(Greedy.play(kind, key, 10, 100, here, there, third, fourth));
        }
        assertStaysFree(key);
    }
}

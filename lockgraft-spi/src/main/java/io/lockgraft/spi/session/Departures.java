package io.lockgraft.spi.session;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.Pauses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/** The places that this JVM gives back, each until the server has answered or its session is over. */
final class Departures {
    /** Until a release that was refused is asked for again: a right that was taken may be given back. */
    private static final long AFTER_REFUSAL = TimeUnit.SECONDS.toNanos(5);

    private final Clock clock;

    /** By key: completes when all places that leave it have left. */
    private final ConcurrentMap<String, CompletableFuture<?>> leaving = new ConcurrentHashMap<>();

    Departures(Clock clock) {
        this.clock = clock;
    }

    /**
     * Completes when no place of this JVM leaves the key any more, so that the store never refuses a request because of
     * its own release. One whose leaving was refused is not waited for.
     */
    CompletableFuture<?> settled(String key) {
        CompletableFuture<?> before = leaving.get(key);
        return before == null ? CompletableFuture.completedFuture(null) : before;
    }

    /** Completes when no place that leaves now is there any more. */
    CompletableFuture<?> settled() {
        return CompletableFuture.allOf(leaving.values().toArray(new CompletableFuture<?>[0]));
    }

    /**
     * Gives places back in reverse order. Answers when the server has spoken on each: true if all were there. Fails if
     * it did not say: its session has ended before, or a place was gone when it was given back again. Fails at once
     * where it refuses, and goes on asking.
     */
    CompletableFuture<Boolean> leave(Session session, List<Place> places) {
        CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
        List<Place> reverse = new ArrayList<>(places);
        Collections.reverse(reverse);
        for (Place place : reverse) {
            boolean lost = place.lost() != null;
            if (!session.remove(place)) {
                all = all.thenApply(none -> false);
            } else if (!session.isOver()) {
                all = all.thenCombine(leave(session, place), (others, its) -> others && its && !lost);
            } else {
                all = all.thenApply(none -> false);
            }
        }
        return all;
    }

    private CompletableFuture<Boolean> leave(Session session, Place place) {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        CompletableFuture<?> entry = leaving.merge(place.key(), settled, CompletableFuture::allOf);
        entry.whenComplete((left, failed) -> leaving.remove(place.key(), entry));
        CompletableFuture<Boolean> there = new CompletableFuture<>();
        there.whenComplete((was, failed) -> settled.complete(null));
        untilAnswered(session, place, new Pauses(), there, null);
        return there;
    }

    /** @param before why the server has not answered the command before this one; null for the first */
    private void untilAnswered(
            Session session, Place place, Pauses pauses, CompletableFuture<Boolean> there, Throwable before) {
        SessionStore.asked(place::leave).whenComplete((was, failed) -> {
            if (failed == null && (was || before == null)) {
                there.complete(was);
            } else if (failed == null) {
                there.completeExceptionally(before);
            } else if (session.isOver()) {
                there.completeExceptionally(failed);
            } else if (SessionAttempt.isRefused(failed)) {
                there.completeExceptionally(failed);
                long pause = Pauses.jittered(AFTER_REFUSAL);
                clock.after(pause, () -> untilAnswered(session, place, pauses, there, failed));
            } else {
                clock.after(pauses.next(), () -> untilAnswered(session, place, pauses, there, failed));
            }
        });
    }
}

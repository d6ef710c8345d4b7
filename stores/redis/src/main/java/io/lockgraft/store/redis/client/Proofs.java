package io.lockgraft.store.redis.client;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnconfirmedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Shows that a lock was held until its release. A master that has been replaced, and does not know it, goes on granting
 * and releasing. So each release leaves a mark, which must be found where the key lives by now, and be confirmed there
 * by replicas. A new master has the mark only if it followed the one that took the release. An old master has the mark,
 * too, but no replicas that confirm it. One question at a time for each slot: marks that come meanwhile go with the
 * next.
 */
final class Proofs {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MOST_MARKS = 256;

    private final Clock clock;
    private final Function<List<Mark>, CompletableFuture<List<?>>> find;
    private final Map<Integer, Deque<Mark>> waiting = new HashMap<>(); // guarded by this

    /** @param find answers 1 for each of these marks, all of one slot, that is found and confirmed; else 0 */
    Proofs(Clock clock, Function<List<Mark>, CompletableFuture<List<?>>> find) {
        this.clock = clock;
        this.find = find;
    }

    /** What a release leaves. */
    static final class Mark {
        private final boolean isComing;
        private final CompletableFuture<Void> proven = new CompletableFuture<>();

        final String key;
        /** For how many milliseconds it is to stay when it has been found. */
        final long millis;
        /** When it must be found at the latest, by System.nanoTime. */
        final long until;

        /** @param isComing whether the release may not have come to the server yet */
        Mark(String key, long millis, long patience, boolean isComing) {
            this.key = key;
            this.millis = millis;
            this.until = System.nanoTime() + patience;
            this.isComing = isComing;
        }

        /** Whether that is its end; if not, it is to be asked for again. */
        private boolean ends(boolean found, Throwable error) {
            if (found) {
                proven.complete(null);
                return true;
            }
            boolean again = error == null ? isComing : !Failure.of(error).isFinal();
            if (again && until - System.nanoTime() > 0) {
                return false;
            }
            proven.completeExceptionally(
                    error != null ? error : new UnconfirmedException("it does not know of the release", null));
            return true;
        }
    }

    /** Done once the mark is found and confirmed; failed where it is not in time. */
    CompletableFuture<Void> of(int slot, Mark mark) {
        boolean asks;
        synchronized (this) {
            asks = !waiting.containsKey(slot);
            waiting.computeIfAbsent(slot, first -> new ArrayDeque<>()).add(mark);
        }
        if (asks) {
            ask(slot, FIRST_PAUSE);
        }
        return mark.proven;
    }

    /** @param pause before what is asked again */
    private void ask(int slot, long pause) {
        List<Mark> marks = new ArrayList<>();
        synchronized (this) {
            Deque<Mark> others = waiting.get(slot);
            while (!others.isEmpty() && marks.size() < MOST_MARKS) {
                marks.add(others.remove());
            }
        }
        try {
            find.apply(marks).whenComplete((found, error) -> answered(slot, marks, pause, found, error));
        } catch (Throwable e) {
            answered(slot, marks, pause, null, e);
        }
    }

    private void answered(int slot, List<Mark> marks, long pause, List<?> found, Throwable error) {
        try {
            goOn(slot, marks, pause, found, error);
        } catch (Throwable e) { // nothing would ask for this slot any more
            giveUp(slot, marks, e);
        }
    }

    private void goOn(int slot, List<Mark> marks, long pause, List<?> found, Throwable error) {
        List<Mark> again = new ArrayList<>(0);
        for (int i = 0; i < marks.size(); i++) {
            boolean isFound =
                    error == null && i < found.size() && Long.valueOf(1).equals(found.get(i));
            if (!marks.get(i).ends(isFound, error)) {
                again.add(marks.get(i));
            }
        }
        boolean atOnce;
        synchronized (this) {
            Deque<Mark> others = waiting.get(slot);
            atOnce = error == null && !others.isEmpty() && again.size() < marks.size();
            others.addAll(again);
            if (others.isEmpty()) {
                waiting.remove(slot);
                return;
            }
        }
        if (atOnce) {
            ask(slot, FIRST_PAUSE);
        } else if (clock.after(pause, () -> ask(slot, Math.min(2 * pause, LONGEST_PAUSE))) == null) {
            giveUp(slot, again, new IllegalStateException("the lock client has been closed"));
        }
    }

    private void giveUp(int slot, List<Mark> marks, Throwable why) {
        List<Mark> all = new ArrayList<>(marks);
        synchronized (this) {
            all.addAll(waiting.remove(slot));
        }
        for (Mark mark : all) {
            mark.proven.completeExceptionally(why);
        }
    }
}

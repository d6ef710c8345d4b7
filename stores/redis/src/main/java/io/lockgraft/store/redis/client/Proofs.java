package io.lockgraft.store.redis.client;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnconfirmedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Shows that a lock was held until its release. A master that has been replaced, and does not know it, goes on granting
 * and releasing. So each release leaves a mark, which must be found where the key lives by now, and be confirmed there
 * by replicas. A new master has the mark only if it followed the one that took the release. An old master has the mark,
 * too, but no replicas that confirm it. One question at a time for each slot: marks that come meanwhile go with the
 * next.
 */
public final class Proofs {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MOST_MARKS = 256;

    private final Clock clock;
    private final Map<Integer, Deque<Mark>> waiting = new HashMap<>(); // guarded by this

    public Proofs(Clock clock) {
        this.clock = clock;
    }

    /** What a release leaves. */
    static final class Mark {
        private final Commands commands;
        private final int slot;
        private final boolean isComing;
        private final CompletableFuture<Void> proven = new CompletableFuture<>();

        final String key;
        /** For how many milliseconds it is to stay when it has been found. */
        final long millis;
        /** When it must be found at the latest, by System.nanoTime. */
        final long until;

        /** @param isComing whether the release may not have come to the server yet */
        Mark(Commands commands, int slot, String key, long millis, long patience, boolean isComing) {
            this.commands = commands;
            this.slot = slot;
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
    public CompletableFuture<Void> of(Mark mark) {
        if (!joins(mark)) {
            ask(mark.slot, Collections.singletonList(mark), FIRST_PAUSE);
        }
        return mark.proven;
    }

    private synchronized boolean joins(Mark mark) {
        Deque<Mark> others = waiting.get(mark.slot);
        if (others != null) {
            return others.add(mark);
        }
        waiting.put(mark.slot, new ArrayDeque<>());
        return false;
    }

    /** @param pause before what is asked again */
    private void ask(int slot, List<Mark> marks, long pause) {
        try {
            marks.get(0)
                    .commands
                    .find(marks)
                    .whenComplete((found, error) -> answered(slot, marks, pause, found, error));
        } catch (Throwable e) {
            answered(slot, marks, pause, null, e);
        }
    }

    private void answered(int slot, List<Mark> marks, long pause, List<?> found, Throwable error) {
        try {
            List<Mark> again = new ArrayList<>(0);
            for (int i = 0; i < marks.size(); i++) {
                if (!marks.get(i).ends(error == null && found.get(i).equals(1L), error)) {
                    again.add(marks.get(i));
                }
            }
            goOn(slot, again, pause, error != null);
        } catch (Throwable e) {
            giveUp(slot, marks, e);
        }
    }

    private void goOn(int slot, List<Mark> again, long pause, boolean failed) {
        boolean atOnce;
        synchronized (this) {
            Deque<Mark> others = waiting.get(slot);
            atOnce = !failed && !others.isEmpty();
            others.addAll(again);
            if (others.isEmpty()) {
                waiting.remove(slot);
                return;
            }
        }
        if (atOnce) {
            askNext(slot, FIRST_PAUSE);
        } else if (clock.after(pause, () -> askNext(slot, Math.min(2 * pause, LONGEST_PAUSE))) == null) {
            giveUp(slot, Collections.emptyList(), new IllegalStateException("the lock client has been closed"));
        }
    }

    private void askNext(int slot, long pause) {
        List<Mark> next = new ArrayList<>();
        synchronized (this) {
            Deque<Mark> others = waiting.get(slot);
            while (!others.isEmpty() && next.size() < MOST_MARKS) {
                next.add(others.remove());
            }
        }
        ask(slot, next, pause);
    }

    /** The answer cannot be read, or the client is closed. */
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

package io.lockgraft.backend.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Shows that what was said to be ours at its release was ours. A master that has been replaced, and has not been told,
 * goes on granting and taking back. So each release leaves a mark, and its mark must be found where the key lives by now,
 * and be confirmed there by replicas: a new master has the mark only if it followed the one that took the release; an
 * old one has it, too, but its replicas leave it for the other and confirm nothing any more. One question at a time for each slot: the marks
 * that come meanwhile go with the next.
 */
final class Proofs {
    /** What breaks a connection says nothing of the server: it is asked again on another one. */
    private static final int MOST_QUESTIONS = 3;

    private static final int MOST_MARKS = 256;

    private final Client client;
    private final Question question;
    private final Map<Integer, Deque<Mark>> waiting = new HashMap<>(); // guarded by this

    Proofs(Client client, Question question) {
        this.client = client;
        this.question = question;
    }

    /** Asks for marks, each of which is to stay so many milliseconds: 1 for each that is there and confirmed, else 0. */
    interface Question {
        CompletableFuture<List<?>> ask(List<Object> marks, List<Object> millis, long until);
    }

    /** What a release has left. */
    static final class Mark {
        private final String key;
        private final long millis;
        private final long patience;
        private final CompletableFuture<Void> proven = new CompletableFuture<>();

        /**
         * @param millis for how long it is to stay
         * @param patience how long its proof may take, in nanoseconds
         */
        Mark(String key, long millis, long patience) {
            this.key = key;
            this.millis = millis;
            this.patience = patience;
        }

        private void end(Object found, Throwable error) {
            Throwable failure = error != null || found.equals(1L)
                    ? error
                    : new UnconfirmedException("it does not know of the release", null);
            Futures.complete(proven, null, failure);
        }
    }

    /** Done once the mark is found and confirmed. */
    CompletableFuture<Void> of(int slot, Mark mark) {
        synchronized (this) {
            Deque<Mark> others = waiting.putIfAbsent(slot, new ArrayDeque<>());
            if (others != null) {
                others.add(mark);
                return mark.proven;
            }
        }
        ask(slot, Collections.singletonList(mark));
        return mark.proven;
    }

    private void ask(int slot, List<Mark> marks) {
        long patience = 0;
        for (Mark mark : marks) {
            patience = Math.max(patience, mark.patience);
        }
        ask(slot, marks, System.nanoTime() + patience, MOST_QUESTIONS);
    }

    private void ask(int slot, List<Mark> marks, long until, int questions) {
        asked(marks, until).whenComplete((found, error) -> {
            boolean again = error != null && questions > 1 && until - System.nanoTime() > 0;
            if (again && !client.isClosed()) {
                ask(slot, marks, until, questions - 1);
            } else {
                end(slot, marks, found, error);
            }
        });
    }

    private CompletableFuture<List<?>> asked(List<Mark> marks, long until) {
        try {
            List<Object> keys = new ArrayList<>(marks.size());
            List<Object> millis = new ArrayList<>(marks.size());
            for (Mark mark : marks) {
                keys.add(mark.key);
                millis.add(Long.toString(mark.millis));
            }
            return question.ask(keys, millis, until);
        } catch (Throwable e) {
            CompletableFuture<List<?>> failed = new CompletableFuture<>();
            failed.completeExceptionally(e);
            return failed;
        }
    }

    private void end(int slot, List<Mark> marks, List<?> found, Throwable error) {
        try {
            for (int i = 0; i < marks.size(); i++) {
                marks.get(i).end(error == null ? found.get(i) : null, error);
            }
        } finally {
            List<Mark> next = next(slot);
            if (!next.isEmpty()) {
                ask(slot, next);
            }
        }
    }

    private synchronized List<Mark> next(int slot) {
        Deque<Mark> others = waiting.get(slot);
        List<Mark> next = new ArrayList<>(Math.min(others.size(), MOST_MARKS));
        while (!others.isEmpty() && next.size() < MOST_MARKS) {
            next.add(others.poll());
        }
        if (next.isEmpty()) {
            waiting.remove(slot);
        }
        return next;
    }
}

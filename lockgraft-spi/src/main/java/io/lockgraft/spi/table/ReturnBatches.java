package io.lockgraft.spi.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;

/**
 * Makes one question of the give-backs that come while a table is asked. Where that fails, one of their keys may be to
 * blame, and each is asked for alone at once. After a time-out {@link Returns} does so later.
 */
final class ReturnBatches {
    private final TableStore store;
    private final Queue<Part> coming = new ConcurrentLinkedQueue<>();

    ReturnBatches(TableStore store) {
        this.store = store;
    }

    /** Whether the claim had all of these keys. */
    CompletableFuture<Boolean> giveBack(List<String> keys, Claim claim) {
        Part part = new Part(KeyChange.reversed(keys, claim));
        coming.add(part);
        Batch batch = new Batch();
        Question<boolean[]> question = new Question<>(Lane.RETURNS, null, batch);
        question.whenComplete((held, failed) -> {
            batch.answered(held, failed);
            if (failed != null && coming.remove(part)) {
                part.completeExceptionally(failed);
            }
        });
        store.ask(question);
        return part;
    }

    /** A key that the part has no more may have been given back before the others' question failed. */
    private void askAlone(Part part, Throwable before) {
        Question<boolean[]> question = new Question<>(Lane.RETURNS, null, () -> store.table.giveBackAll(part.changes));
        question.whenComplete((held, failed) -> {
            if (failed == null && KeyChange.all(held)) {
                part.complete(true);
            } else {
                part.completeExceptionally(failed == null ? before : failed);
            }
        });
        store.ask(question);
    }

    /** The keys of one claim, and whether it had all of them. */
    private static final class Part extends CompletableFuture<Boolean> {
        private final List<KeyChange> changes;

        Part(List<KeyChange> changes) {
            this.changes = changes;
        }
    }

    /** All parts that are there when the question is sent; none where an earlier one has taken them. */
    private final class Batch implements Callable<boolean[]> {
        private volatile List<Part> parts = Collections.emptyList();

        @Override
        public boolean[] call() throws Exception {
            List<Part> taken = new ArrayList<>();
            List<KeyChange> changes = new ArrayList<>();
            while (changes.size() < store.table.batch()) {
                Part next = coming.poll();
                if (next == null) {
                    break;
                }
                taken.add(next);
                changes.addAll(next.changes);
            }
            parts = taken;
            return changes.isEmpty() ? new boolean[0] : store.table.giveBackAll(changes);
        }

        void answered(boolean[] held, Throwable failed) {
            int from = 0;
            boolean apart = parts.size() > 1 && failed != null && !(failed instanceof TimeoutException);
            for (Part each : parts) {
                if (apart) {
                    askAlone(each, failed);
                } else if (failed != null) {
                    each.completeExceptionally(failed);
                } else {
                    int to = from + each.changes.size();
                    each.complete(KeyChange.all(held, from, to));
                    from = to;
                }
            }
        }
    }
}

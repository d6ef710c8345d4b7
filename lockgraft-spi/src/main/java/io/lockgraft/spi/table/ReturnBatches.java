package io.lockgraft.spi.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Makes one question of the give-backs that come while a table is asked. */
final class ReturnBatches {
    /** So many keys are one question, and those of one claim more. */
    private static final int MOST = 200;

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
            if (failed != null) {
                part.completeExceptionally(failed); // it may be in no batch
            }
        });
        store.ask(question);
        return part;
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
            while (changes.size() < MOST) {
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
            for (Part each : parts) {
                if (failed != null) {
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

package io.lockgraft.spi.table;

import io.lockgraft.spi.Grant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Renews grants, many in one question. Where that question fails, one of their keys may be to blame: from then on each
 * of them is asked for alone, until that is answered.
 */
final class RenewalBatches {
    /** So many grants are one question at most. */
    private static final int MOST = 200;

    private final TableStore store;

    RenewalBatches(TableStore store) {
        this.store = store;
    }

    /** An answer for each, in their order. */
    List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>(grants.size());
        List<Part> batch = new ArrayList<>();
        for (Grant each : grants) {
            Part part = new Part((TableGrant) each);
            answers.add(part);
            if (part.grant.isAlone() || !store.table.blocks()) {
                ask(Collections.singletonList(part));
            } else {
                batch.add(part);
                if (batch.size() == MOST) {
                    ask(batch);
                    batch = new ArrayList<>();
                }
            }
        }
        if (!batch.isEmpty()) {
            ask(batch);
        }
        return answers;
    }

    private void ask(List<Part> parts) {
        List<KeyChange> changes = new ArrayList<>(parts.size());
        for (Part each : parts) {
            changes.addAll(each.changes);
        }
        String only = changes.size() == 1 ? changes.get(0).key() : null;
        Question<boolean[]> question = new Question<>(Lane.RENEWALS, only, () -> store.table.extendAll(changes));
        store.ask(question);
        question.whenComplete((held, failed) -> {
            int from = 0;
            for (Part each : parts) {
                int to = from + each.changes.size();
                each.answered(held, from, to, failed);
                from = to;
            }
        });
    }

    /** The answer for one grant. */
    private static final class Part extends CompletableFuture<Boolean> {
        private final TableGrant grant;
        private final List<KeyChange> changes;

        Part(TableGrant grant) {
            this.grant = grant;
            this.changes = KeyChange.extending(grant.request().keys(), grant.claim(), grant.renewalNanos());
        }

        void answered(boolean[] held, int from, int to, Throwable failed) {
            grant.setAlone(failed != null);
            if (failed != null) {
                completeExceptionally(failed);
                return;
            }
            boolean all = KeyChange.all(held, from, to);
            if (!all) {
                grant.end();
            }
            complete(all);
        }
    }
}

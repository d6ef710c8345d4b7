package io.lockgraft.spi.table;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * Renews grants, many in one question. Where that question fails, one of their keys may be to blame, so each of them is
 * asked for alone: at once after a failure, at the next renewal after a time-out.
 */
final class RenewalBatches {
    private final TableStore store;

    RenewalBatches(TableStore store) {
        this.store = store;
    }

    /** An answer for each, in their order. */
    List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Renewal>> answers = new ArrayList<>(grants.size());
        List<Part> batch = new ArrayList<>();
        int keys = 0;
        for (Grant each : grants) {
            Part part = new Part((TableGrant) each);
            answers.add(part);
            if (part.grant.isAlone()) {
                ask(Collections.singletonList(part));
                continue;
            }
            batch.add(part);
            keys += part.changes.size();
            if (keys >= store.table.batch()) {
                ask(batch);
                batch = new ArrayList<>();
                keys = 0;
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
            if (parts.size() > 1 && failed != null && !(failed instanceof TimeoutException)) {
                parts.forEach(each -> ask(Collections.singletonList(each)));
                return;
            }
            int from = 0;
            for (Part each : parts) {
                int to = from + each.changes.size();
                each.answered(held, from, to, question.sentAt(), failed);
                from = to;
            }
        });
    }

    /** The answer for one grant. */
    private static final class Part extends CompletableFuture<Renewal> {
        private final TableGrant grant;
        private final List<KeyChange> changes;

        Part(TableGrant grant) {
            this.grant = grant;
            this.changes = KeyChange.extending(grant.request().keys(), grant.claim(), grant.renewalNanos());
        }

        void answered(boolean[] held, int from, int to, long sentAt, Throwable failed) {
            grant.setAlone(failed != null);
            if (failed != null) {
                complete(Renewal.unknown(failed));
                return;
            }
            boolean all = KeyChange.all(held, from, to);
            if (!all) {
                grant.end();
            }
            complete(Renewal.of(sentAt, all, null));
        }
    }
}

package io.lockgraft.spi.table;

import io.lockgraft.spi.thread.Pauses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Gives keys back, and remembers each give-back of each claim until the table has answered it. */
final class Returns {
    private final TableStore store;
    private final ReturnBatches batches;
    private final ConcurrentMap<String, List<Return>> open = new ConcurrentHashMap<>();

    Returns(TableStore store) {
        this.store = store;
        this.batches = new ReturnBatches(store);
    }

    /** Asks until the table has answered, or the lease is over. Gives the first answer: whether it had all of them. */
    CompletableFuture<Boolean> giveBack(List<String> keys, Claim claim) {
        CompletableFuture<Boolean> first = store.table.batch() > 1 ? batches.giveBack(keys, claim) : alone(keys, claim);
        if (!first.isDone() || first.isCompletedExceptionally()) {
            Return given = new Return(keys, claim, first);
            given.remember();
            given.untilKnown();
        }
        return first;
    }

    /** Completes behind all that gives this key back; null where that has been done. */
    CompletableFuture<?> before(String key) {
        List<Return> before = open.get(key);
        if (before == null) {
            return null;
        }
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (Return each : before) {
            CompletableFuture<Boolean> answer = each.answer();
            if (!answer.isDone() || answer.isCompletedExceptionally()) {
                answers.add(answer);
            }
        }
        return answers.isEmpty() ? null : CompletableFuture.allOf(answers.toArray(new CompletableFuture<?>[0]));
    }

    /** One question for one claim, the last key first. */
    private CompletableFuture<Boolean> alone(List<String> keys, Claim claim) {
        String only = keys.size() == 1 ? keys.get(0) : null;
        Question<Boolean> question = new Question<>(
                Lane.RETURNS,
                only,
                () -> only == null
                        ? KeyChange.all(store.table.giveBackAll(KeyChange.reversed(keys, claim)))
                        : store.table.giveBack(only, claim));
        store.ask(question);
        return question;
    }

    /** Keys that a claim has no more, and that the table may not have heard of yet. */
    private final class Return {
        private final List<String> keys;
        private final Claim claim;
        private final long end;
        private final Pauses pauses = new Pauses();
        private volatile CompletableFuture<Boolean> answer;

        Return(List<String> keys, Claim claim, CompletableFuture<Boolean> first) {
            this.keys = keys;
            this.claim = claim;
            this.answer = first;
            this.end = System.nanoTime() + claim.request().leaseNanos();
        }

        void remember() {
            for (String key : keys) {
                open.merge(key, Collections.singletonList(this), (all, added) -> {
                    List<Return> more = new ArrayList<>(all);
                    more.addAll(added);
                    return more;
                });
            }
        }

        private void forget() {
            for (String key : keys) {
                open.computeIfPresent(key, (name, all) -> {
                    List<Return> fewer = new ArrayList<>(all);
                    fewer.remove(this);
                    return fewer.isEmpty() ? null : fewer;
                });
            }
        }

        /** Of the question that is under way or was answered; asks again where the last one has failed. */
        CompletableFuture<Boolean> answer() {
            if (answer.isCompletedExceptionally()) {
                answer = alone(keys, claim);
            }
            return answer;
        }

        void untilKnown() {
            answer.whenComplete((held, failed) -> {
                if (failed == null) {
                    forget();
                } else if (store.table.leasesEnd() && end - System.nanoTime() < 0) {
                    forget();
                    keys.forEach(key -> store.table.leftBehind(key, claim));
                } else {
                    store.clock().after(pauses.next(), () -> {
                        answer();
                        untilKnown();
                    });
                }
            });
        }
    }
}

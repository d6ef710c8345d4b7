package io.lockgraft.store.consul;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.session.Place;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.api.Outcome;
import io.lockgraft.store.consul.api.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A counter for each key, in an entry that is never deleted. Consul's own LockIndex is in the owner's entry, and would
 * begin again with it. A counter is written in one transaction with a look at the owner's entry: an owner that has lost
 * its key moves no counter.
 */
final class FenceTokens {
    /** Each takes two steps. */
    private static final int MOST_KEYS = Transaction.MOST / 2;

    private final ConsulClient client;
    private final long above;

    /** @param above what each token is greater than */
    FenceTokens(ConsulClient client, long above) {
        this.client = client;
        this.above = above;
    }

    /** The first of as many tokens as the request asks for. */
    CompletableFuture<Long> next(List<Place> places, Request request) {
        if (places.size() > MOST_KEYS) {
            return failed(new Answer.Refusal(
                    "Consul gives fence tokens to " + MOST_KEYS + " keys of a call at most, and this one has "
                            + places.size() + "; let it lock fewer keys, or not as fenced",
                    null));
        }
        List<CompletableFuture<KvEntry>> read = new ArrayList<>();
        places.forEach(place -> read.add(client.api().readOne(client.names().counter(place.key()))));
        return CompletableFuture.allOf(read.toArray(new CompletableFuture<?>[0]))
                .thenCompose(all -> store(places, read, request));
    }

    private CompletableFuture<Long> store(List<Place> places, List<CompletableFuture<KvEntry>> read, Request request) {
        long before = Math.max(above, request.tokenAbove());
        for (CompletableFuture<KvEntry> each : read) {
            String last = each.join().value();
            before = Math.max(before, last.isEmpty() ? 0 : Long.parseLong(last));
        }
        long first = before + 1;
        String stored = Long.toString(before + request.tokens());
        Transaction steps = new Transaction();
        for (Place place : places) {
            steps.checkSession(((KeyPlace) place).name(), client.id());
        }
        for (CompletableFuture<KvEntry> each : read) {
            steps.compareAndSet(each.join().name(), stored, each.join().modified());
        }
        return client.api().allOfHolder(steps).thenCompose(outcome -> {
            if (outcome.isDone()) {
                return CompletableFuture.completedFuture(first);
            }
            return isLost(places, outcome)
                    ? failed(new IllegalStateException("a key was lost before it had its token"))
                    : next(places, request);
        });
    }

    private static boolean isLost(List<Place> places, Outcome outcome) {
        boolean lost = false;
        for (int i = 0; i < places.size(); i++) {
            String missing = outcome.failures().get(i);
            if (missing != null) {
                ((KeyPlace) places.get(i)).seen(missing);
                lost = true;
            }
        }
        return lost;
    }

    private static CompletableFuture<Long> failed(Throwable why) {
        CompletableFuture<Long> failed = new CompletableFuture<>();
        failed.completeExceptionally(why);
        return failed;
    }
}

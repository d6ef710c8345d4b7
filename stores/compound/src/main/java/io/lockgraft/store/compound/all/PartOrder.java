package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Answer;
import io.lockgraft.store.compound.StoreId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * The order in which all JVMs take a key at the stores: else two of them would hold one store each, and wait for the
 * other. Those that keep no id come first, the nearest of them at the front, and then by their descriptions; the others
 * follow by their ids.
 */
final class PartOrder {
    private final List<Part> parts;
    private final String namespace;

    /** Null until it is asked for, and after a store did not tell its id. */
    private final AtomicReference<CompletableFuture<List<Part>>> known = new AtomicReference<>();

    PartOrder(List<Part> parts, String namespace) {
        this.parts = parts;
        this.namespace = namespace;
    }

    /** The order, read once. Fails where a store does not tell its id; the next call asks again. */
    CompletableFuture<List<Part>> get() {
        CompletableFuture<List<Part>> mine = new CompletableFuture<>();
        CompletableFuture<List<Part>> running = known.get();
        while (running == null && !known.compareAndSet(null, mine)) {
            running = known.get();
        }
        if (running != null) {
            return running;
        }
        read().whenComplete((order, failure) -> {
            if (failure == null) {
                mine.complete(order);
            } else {
                known.set(null);
                mine.completeExceptionally(failure);
            }
        });
        return mine;
    }

    private CompletableFuture<List<Part>> read() {
        List<Part> without = parts.stream()
                .filter(part -> !part.hasId)
                .sorted(Comparator.comparing((Part part) -> part.reach).thenComparing(part -> part.name))
                .collect(Collectors.toList());
        List<Part> with = parts.stream().filter(part -> part.hasId).collect(Collectors.toList());
        if (with.size() < 2) { // an order needs no id then
            without.addAll(with);
            return CompletableFuture.completedFuture(without);
        }
        CompletableFuture<List<String>> ids = CompletableFuture.completedFuture(new ArrayList<>());
        for (Part part : with) {
            ids = ids.thenCombine(id(part), (all, id) -> {
                all.add(id);
                return all;
            });
        }
        return ids.thenApply(all -> {
            if (new HashSet<>(all).size() < all.size()) {
                throw new CompletionException(
                        new Answer.Refusal("two stores of 'all' are one: a call would wait for itself there", null));
            }
            List<Part> order = new ArrayList<>(without);
            all.stream().sorted().forEach(id -> order.add(with.get(all.indexOf(id))));
            return order;
        });
    }

    private CompletableFuture<String> id(Part part) {
        try {
            return StoreId.of(part.store, namespace);
        } catch (RuntimeException | Error failure) {
            CompletableFuture<String> failed = new CompletableFuture<>();
            failed.completeExceptionally(failure);
            return failed;
        }
    }
}

package io.lockgraft.engine.acquire;

import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The stores that rules name, each with gates of its own: its keys, its keeper and its releases have nothing to do with
 * those of another store.
 */
public final class Stores {
    private static final long LAST_RELEASES = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long TRIED_LEASE_MILLIS = 10_000;

    private final Map<String, LazyGates> byName = new LinkedHashMap<>();
    /** Gates of the one store; null if there are several. */
    private final LazyGates only;

    /**
     * @param stores by the name that a rule gives them; each is opened by its first locked call
     * @param jvm in whose name the stores are asked; found out when the first of them is opened
     * @param longestLoading how long calls wait, at most, until a store is loaded, in nanoseconds
     */
    public Stores(Map<String, Supplier<LockStore>> stores, Supplier<Jvm> jvm, long longestLoading) {
        for (Map.Entry<String, Supplier<LockStore>> each : stores.entrySet()) {
            byName.put(each.getKey(), new LazyGates(each.getValue(), jvm, longestLoading));
        }
        this.only = byName.size() == 1 ? byName.values().iterator().next() : null;
    }

    /** The gates of the store that the site's rule names. */
    public LazyGates gates(Site site) {
        return only != null ? only : byName.get(site.rule().store());
    }

    /** The gates of each store, by the name that a rule gives it. */
    public Map<String, LazyGates> byName() {
        return Collections.unmodifiableMap(byName);
    }

    /**
     * Loads and connects all of them. The future fails where one could not be reached, and names it.
     *
     * @param loaded hears of each, by its name, when it was connected, or could not be
     */
    public CompletableFuture<?> load(Consumer<String> loaded) {
        List<CompletableFuture<?>> all = new ArrayList<>(byName.size());
        for (Map.Entry<String, LazyGates> each : byName.entrySet()) {
            CompletableFuture<?> loading = each.getValue().make().load();
            loading.whenComplete((done, failure) -> loaded.accept(each.getKey()));
            all.add(only != null ? loading : named(each.getKey(), loading));
        }
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
    }

    /**
     * Asks a store once for a key that no call has, and gives a grant of it back. Does not wait.
     *
     * @param store its name; empty for the only one
     * @param nanos how long a slow store has for its answer
     */
    public CompletableFuture<Answer> tryOnce(String store, LockKind kind, String key, long nanos) {
        return byName.get(store).later().thenCompose(gates -> {
            long now = System.nanoTime();
            Request request = new Request(
                            kind,
                            1,
                            Collections.singletonList(key),
                            gates.jvm().newOwner(null, null),
                            TRIED_LEASE_MILLIS,
                            now + nanos,
                            now)
                    .once();
            return gates.store().acquire(request).answer().whenComplete((answer, failure) -> {
                if (failure == null && answer.grant() != null) {
                    gates.store().ask(answer.grant()::release);
                }
            });
        });
    }

    private static CompletableFuture<?> named(String store, CompletableFuture<?> loading) {
        CompletableFuture<Object> told = new CompletableFuture<>();
        loading.whenComplete((done, failure) -> {
            if (failure == null) {
                told.complete(done);
            } else {
                String why = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause().getMessage()
                        : failure.getMessage();
                told.completeExceptionally(new IllegalStateException("store '" + store + "': " + why, failure));
            }
        });
        return told;
    }

    /** Number of keys that this JVM uses now; for tests. */
    public int gatesInUse() {
        int gates = 0;
        for (LazyGates each : byName.values()) {
            gates += each.made() == null ? 0 : each.made().inUse();
        }
        return gates;
    }

    /** Ends all lingering, and waits a moment for the releases that are under way. */
    public void settle() throws InterruptedException {
        long until = System.nanoTime() + LAST_RELEASES;
        for (LazyGates each : byName.values()) {
            each.endLinger();
        }
        for (LazyGates each : byName.values()) {
            each.settle(until);
        }
    }

    /** Ends all waits at the stores, for good, and waits a moment until their servers have heard it. */
    public void endWaiting() throws InterruptedException {
        long until = System.nanoTime() + LAST_RELEASES;
        List<CompletableFuture<?>> all = new ArrayList<>(byName.size());
        for (LazyGates each : byName.values()) {
            all.add(each.endWaiting());
        }
        Parking.await(CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])), until);
    }

    /** Settles, and then closes each store of which no call holds a key or waits for one. */
    public void closeUnused() throws InterruptedException {
        settle();
        for (LazyGates each : byName.values()) {
            each.closeUnused();
        }
    }

    /** Closes all of them; for tests. */
    public void close() {
        for (LazyGates each : byName.values()) {
            each.close();
        }
    }
}

package io.lockgraft.store.compound;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The locks that a compound gives back and whose stores have not confirmed that. The end of the JVM waits for them. */
public final class Leaving {
    private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();

    /** Takes in a release that has begun. */
    public void add(CompletableFuture<?> release) {
        if (!release.isDone()) {
            open.add(release);
            release.whenComplete((said, failure) -> open.remove(release));
        }
    }

    /** Completes when all releases that are under way now have completed or failed. Never fails. */
    public CompletableFuture<?> all() {
        return CompletableFuture.allOf(open.toArray(new CompletableFuture<?>[0]))
                .handle((done, failure) -> null);
    }
}

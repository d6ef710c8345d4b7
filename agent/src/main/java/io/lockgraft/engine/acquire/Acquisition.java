package io.lockgraft.engine.acquire;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.thread.Privileged;
import io.lockgraft.engine.thread.StackRoom;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The way of a call whose keys are known to its hold, or to the miss that says why it has none. */
public final class Acquisition {
    private final Stores stores;

    public Acquisition(Stores stores) {
        this.stores = stores;
    }

    /** True if it need not wait for anything. */
    public boolean isNested(Site site, List<String> keys) {
        Gates open = stores.gates(site).made();
        Nesting nesting = open == null ? null : Nesting.of(open, null, site.lock(), keys);
        return nesting != null && (nesting.refusing() != null || nesting.rest().isEmpty());
    }

    /** True if the store of this site is loaded. */
    public boolean isReady(Site site) {
        return stores.gates(site).areLoaded();
    }

    /** As soon as the site's store is loaded, or cannot be: on a thread of ours, or at once. Never blocks. */
    public void whenReady(Site site, Runnable then) {
        stores.gates(site).later().whenComplete((gates, failure) -> {
            if (failure == null) {
                Privileged.call(() -> load(gates, then));
            } else {
                // It will be so for the call as well, which tells it.
                then.run();
            }
        });
    }

    private static CompletableFuture<?> load(Gates gates, Runnable then) {
        return gates.load().whenComplete((loaded, failure) -> {
            gates.loadedNow();
            then.run();
        });
    }

    /** Takes the lock of a call, or tells why not; never {@link Acquired#AGAIN}. */
    public Acquired hold(Site site, List<String> keys, Object monitor) {
        long begun = System.nanoTime();
        StackRoom.forLock(begun);
        LazyGates gates = stores.gates(site);
        if (!gates.areLoaded()) {
            NoLock miss = Privileged.call(() -> load(gates, site, keys));
            return miss == null ? hold(gates, site, keys, monitor, System.nanoTime()) : Acquired.missed(miss);
        }
        return hold(gates, site, keys, monitor, begun);
    }

    /** @param begun when its wait began, by System.nanoTime */
    private static Acquired hold(LazyGates gates, Site site, List<String> keys, Object monitor, long begun) {
        // Keeps the inlining depth two calls smaller if no security manager is set.
        return System.getSecurityManager() == null
                ? hold(gates.made(), site, keys, monitor, begun)
                : Privileged.call(() -> hold(gates.made(), site, keys, monitor, begun));
    }

    private static Acquired hold(Gates open, Site site, List<String> keys, Object monitor, long begun) {
        long now = begun;
        while (true) {
            Nesting nesting = Nesting.of(open, null, site.lock(), keys);
            Acquired got;
            if (nesting == null) {
                got = open.acquire(site, keys, Collections.emptyList(), monitor, begun, now);
            } else if (nesting.refusing() != null) {
                got = Acquired.missed(nesting.miss(site));
            } else {
                got = open.acquire(site, nesting.rest(), nesting.outers(), monitor, begun, now);
            }
            if (!got.isAgain()) {
                return got;
            }
            now = System.nanoTime();
        }
    }

    /** Waits until the store is loaded, which is no part of the call's wait; null, or the miss that it has become. */
    private static NoLock load(LazyGates gates, Site site, List<String> keys) {
        try {
            // Where the store cannot be reached it will be so for the call as well, which tells it.
            gates.make().awaitLoaded();
            return null;
        } catch (InterruptedException e) {
            return new NoLock(NoLock.Kind.INTERRUPTED, site.rule(), site.method(), keys, 0, null);
        } catch (RuntimeException e) {
            return new NoLock(NoLock.Kind.UNAVAILABLE, site.rule(), site.method(), keys, 0, e);
        }
    }
}

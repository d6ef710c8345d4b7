package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.Site;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What stands in the place of a store's grant while a call runs under the gate of this JVM alone: the call at the head
 * of the gate keeps the others of this JVM out, and nothing keeps other JVMs out.
 */
final class LocalGrant implements Grant {
    /** Longer than any call. */
    private static final long LEASE = TimeUnit.DAYS.toMillis(3_650);

    private final Request request;

    LocalGrant(Request request) {
        this.request = request.as(request.owner(), LEASE);
    }

    /**
     * Begins the hold of a call that has found its store unavailable, if its rule says so and the call is at the head
     * of all its gates; else returns the miss.
     */
    static Acquired orMiss(Gates gates, Hold hold, Owner owner, NoLock miss) {
        Site site = hold.site();
        boolean may = miss.kind() == NoLock.Kind.UNAVAILABLE && site.isLocalWithoutStore();
        for (int i = 0; i < hold.keys().size(); i++) {
            may &= hold.gate(i).head() == hold;
        }
        if (!may) {
            return Acquired.missed(miss);
        }
        hold.waiter().readClock();
        long now = hold.waiter().now();
        Lease lease = Lease.local(new LocalGrant(site.request(hold.keys(), owner, now, now)), hold);
        lease.begin(hold);
        // After that: what gets its grant inside in this moment looks for this one.
        for (int i = 0; i < hold.keys().size(); i++) {
            if (hold.gate(i).calls().isHeldInside()) {
                return Acquired.missed(new NoLock(
                        NoLock.Kind.BUSY, site.rule(), site.method(), hold.keys(), miss.waitedNanos(), null));
            }
        }
        gates.keeper().keep(lease);
        gates.setDown(true);
        site.events().local(miss);
        return Acquired.held(hold);
    }

    /** True if a call that the store serves in turn has its grant beside a call of this JVM of which no store knows. */
    static boolean isBesideOne(Hold hold) {
        for (int i = 0; i < hold.keys().size(); i++) {
            Hold head = hold.gate(i).head();
            if (head != null && head.isGood() && head.part().lease().isLocal()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return request.madeAt();
    }

    @Override
    public long leaseMillis() {
        return LEASE;
    }

    @Override
    public long token() {
        return 0;
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return CompletableFuture.completedFuture(Renewal.held(request.madeAt()));
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        return release();
    }
}

package io.lockgraft.conformance;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.ForwardingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A store with one fault, around a sound one. */
class DamagedStore extends ForwardingStore {
    DamagedStore(LockStore sound) {
        super(sound);
    }

    /** Makes the grant that the caller gets. */
    Grant damage(Grant sound) {
        return new DamagedGrant(sound);
    }

    /** Makes the answer that the caller gets to a renewal. */
    CompletableFuture<Renewal> damage(Grant sound, CompletableFuture<Renewal> renewal) {
        return renewal;
    }

    @Override
    public Attempt acquire(Request request) {
        return AttemptDouble.of(super.acquire(request), this::damage);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<Grant> sound = new ArrayList<>();
        for (Grant each : grants) {
            sound.add(((DamagedGrant) each).sound);
        }
        List<CompletableFuture<Renewal>> renewals = super.renew(sound);
        List<CompletableFuture<Renewal>> damaged = new ArrayList<>();
        for (int i = 0; i < renewals.size(); i++) {
            damaged.add(damage(sound.get(i), renewals.get(i)));
        }
        return damaged;
    }
}

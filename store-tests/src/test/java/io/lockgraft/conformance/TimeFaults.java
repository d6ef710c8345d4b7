package io.lockgraft.conformance;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.AttemptDouble;
import java.util.concurrent.CompletableFuture;

/** Faults in since when, and for how long, a grant is told to last. */
final class TimeFaults {
    private TimeFaults() {}

    static final class SentWhenItWasAnswered extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                Grant damage(Grant sound) {
                    long answered = System.nanoTime();
                    return new DamagedGrant(sound) {
                        @Override
                        public long sentAt() {
                            return answered;
                        }
                    };
                }
            };
        }
    }

    static final class RenewedWhenItWasAnswered extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                CompletableFuture<Renewal> damage(Grant sound, CompletableFuture<Renewal> renewal) {
                    return renewal.thenApply(told -> told.isHeld() ? Renewal.held(System.nanoTime()) : told);
                }
            };
        }
    }

    static final class GrantsHalfOfWhatItTells extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                public Attempt acquire(Request request) {
                    Attempt half = super.acquire(request.as(request.owner(), request.leaseMillis() / 2));
                    return AttemptDouble.of(half, granted -> new DamagedGrant(((DamagedGrant) granted).sound) {
                        @Override
                        public long leaseMillis() {
                            return request.leaseMillis();
                        }
                    });
                }
            };
        }
    }
}

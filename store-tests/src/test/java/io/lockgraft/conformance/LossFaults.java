package io.lockgraft.conformance;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import java.util.concurrent.CompletableFuture;

/** Faults in what is told of a lock that was lost. */
final class LossFaults {
    private LossFaults() {}

    static final class NeverTellsALoss extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                CompletableFuture<Renewal> damage(Grant sound, CompletableFuture<Renewal> renewal) {
                    long asked = System.nanoTime();
                    return renewal.thenApply(told -> told.isLost() ? Renewal.held(asked) : told);
                }
            };
        }
    }

    /** Of each lock, from the first. */
    static final class TellsALossThatIsNone extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                Grant damage(Grant sound) {
                    return new DamagedGrant(sound) {
                        @Override
                        public CompletableFuture<String> lost() {
                            return CompletableFuture.completedFuture("somebody said so");
                        }
                    };
                }
            };
        }
    }

    /** Where nobody has it meanwhile. */
    static final class TakesAnewWhatWasLost extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                CompletableFuture<Renewal> damage(Grant sound, CompletableFuture<Renewal> renewal) {
                    return renewal.thenCompose(told -> told.isLost() ? takeAnew(sound) : renewal);
                }

                private CompletableFuture<Renewal> takeAnew(Grant lost) {
                    return acquire(lost.request().once())
                            .answer()
                            .thenApply(said -> said.grant() == null
                                    ? Renewal.lost()
                                    : Renewal.held(said.grant().sentAt()));
                }
            };
        }
    }
}

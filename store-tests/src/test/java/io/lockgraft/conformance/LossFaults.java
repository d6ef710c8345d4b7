package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

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

    /** Gives the lock back at the end of a lease that nobody renews, though its owner has asked again. */
    static final class EndsWithTheLeaseOfTheFirstGrant extends OnDamagedStore {
        private final Clock clock = new Clock(new DaemonThreads("first-grant"));

        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                private final Set<Owner> owners = ConcurrentHashMap.newKeySet();

                @Override
                Grant damage(Grant sound) {
                    if (owners.add(sound.request().owner())) {
                        clock.after(MILLISECONDS.toNanos(sound.leaseMillis()), sound::release);
                    }
                    return super.damage(sound);
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

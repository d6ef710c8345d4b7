package io.lockgraft.conformance;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.TestContext;
import java.util.concurrent.CompletableFuture;

/** Faults in who has a lock. */
final class OwnerFaults {
    private OwnerFaults() {}

    static final class AlwaysGrants extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                public Attempt acquire(Request request) {
                    Attempt asked = super.acquire(request.once());
                    return asked.answer().join().grant() != null
                            ? asked
                            : AttemptDouble.granted(
                                    new DamagedGrant(new GrantDouble(request, System.nanoTime(), 1)), false);
                }
            };
        }
    }

    /** The first owners of two JVMs have the same number. */
    static final class TheNumberIsTheOwner extends OnDamagedStore {
        private final Jvm all = TestContext.newJvm();

        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                public Attempt acquire(Request request) {
                    Owner number = new Owner(all, request.owner().number(), null, null);
                    return super.acquire(request.as(number, request.leaseMillis()));
                }
            };
        }
    }

    static final class ReleasesWhatAnotherHas extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                Grant damage(Grant sound) {
                    return new DamagedGrant(sound) {
                        @Override
                        public CompletableFuture<Renewal> release() {
                            request().keys().forEach(server::delete);
                            return super.release();
                        }
                    };
                }
            };
        }
    }

    static final class KeepsALateGrant extends OnDamagedStore {
        @Override
        LockStore damaged(LockStore sound) {
            return new DamagedStore(sound) {
                @Override
                public Attempt acquire(Request request) {
                    Attempt asked = super.acquire(request);
                    return new AbandonedByNameOnly(asked);
                }
            };
        }
    }

    /** Gives back what is granted when it is abandoned, and nothing that is granted later. */
    private static final class AbandonedByNameOnly extends DamagedAttempt {
        AbandonedByNameOnly(Attempt sound) {
            super(sound);
        }

        @Override
        public void abandon() {
            if (answer().isDone()) {
                super.abandon();
            }
        }
    }
}

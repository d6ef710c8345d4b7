package io.lockgraft.testing.store;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;

/**
 * The suite asks for what a store declares, and for no more: this one refuses leases that are shorter or longer, takes
 * its time, and leaves out tokens, as one whose keys share a counter.
 */
@Tag("whole")
@FailsWithout("`ConformanceGround#lease` keeps to the leases that a store declares")
final class NarrowStoreTest extends FaultyStoreTest {
    private static final long SHORTEST = 1_500;
    private static final long LONGEST = 15_000;

    @Override
    protected Capabilities capabilities() {
        return super.capabilities().leases(SHORTEST, LONGEST);
    }

    @Override
    protected Opening opening() {
        return context -> {
            FaultyStore slow = new FaultyStore(store);
            slow.delay = 15;
            return new Narrow(slow);
        };
    }

    private static final class Narrow extends ForwardingStore {
        Narrow(LockStore store) {
            super(store);
        }

        @Override
        public Attempt acquire(Request request) {
            if (request.leaseMillis() < SHORTEST || request.leaseMillis() > LONGEST) {
                throw new IllegalArgumentException("a lease that is not declared: " + request.leaseMillis());
            }
            Request asked = request.withTokenAbove(request.tokenAbove() / Sparse.EACH);
            return AttemptDouble.of(super.acquire(asked), Sparse::new);
        }

        @Override
        public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
            return super.renew(
                    grants.stream().map(grant -> ((Sparse) grant).granted).toList());
        }
    }

    /** Its token is one of many that were given out. */
    private static final class Sparse extends GrantDouble {
        static final long EACH = 10;

        private final Grant granted;

        Sparse(Grant granted) {
            super(granted.request(), granted.sentAt(), granted.token() * EACH);
            this.granted = granted;
        }

        @Override
        public long leaseMillis() {
            return granted.leaseMillis();
        }

        @Override
        public CompletableFuture<String> lost() {
            return granted.lost();
        }

        @Override
        public CompletableFuture<Renewal> releaseAfter(long millis) {
            return granted.releaseAfter(millis);
        }

        @Override
        public CompletableFuture<Renewal> release() {
            return granted.release();
        }
    }
}

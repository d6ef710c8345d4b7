package io.lockgraft.engine;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.ForwardingStore;
import java.util.concurrent.atomic.AtomicInteger;

/** Another store, whose grants are counted. */
public final class CountedStore extends ForwardingStore {
    private final AtomicInteger grants = new AtomicInteger();

    public CountedStore(LockStore store) {
        super(store);
    }

    /** How many grants the engine has got; the last of them is this number. */
    public int grants() {
        return grants.get();
    }

    @Override
    public Attempt acquire(Request request) {
        return AttemptDouble.of(super.acquire(request), grant -> {
            grants.incrementAndGet();
            return grant;
        });
    }
}

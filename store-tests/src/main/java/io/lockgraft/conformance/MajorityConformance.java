package io.lockgraft.conformance;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import java.util.List;

/** A store made of several, of which most must agree, keeps less order than one of them does. */
public abstract class MajorityConformance extends StoreConformance {
    /** The stores, each time in the same order. */
    protected abstract List<LockStore> openServers();

    protected abstract LockStore majorityOf(List<LockStore> stores);

    @Override
    protected final LockStore open() {
        return majorityOf(openServers());
    }

    /** In order are the kinds that need the server with the queue. */
    @Override
    protected boolean keepsOrder(LockKind kind) {
        return kind == LockKind.WRITE;
    }

    @Override
    protected boolean countsInOnePlace() {
        return false;
    }
}

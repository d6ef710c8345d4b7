package io.lockgraft.conformance;

import io.lockgraft.spi.LockKind;

/** A store made of several, of which most must agree, keeps less order than one of them does. */
public abstract class MajorityConformance extends StoreConformance {
    /** In order are the kinds that need the server with the queue. */
    @Override
    protected boolean keepsOrder(LockKind kind) {
        return kind == LockKind.WRITE;
    }
}

package io.lockgraft.backend.quorum;

import io.lockgraft.backend.BackendConformance;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import java.util.List;

/** A quorum of servers is a backend, with less order than one server keeps. */
public abstract class QuorumConformance extends BackendConformance {
    /** A backend for each server; each time in the same order. */
    protected abstract List<LockStore> openServers();

    @Override
    protected final LockStore open() {
        return new QuorumBackend(openServers());
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

    @Override
    protected boolean hasSeveralPermits() {
        return false;
    }
}

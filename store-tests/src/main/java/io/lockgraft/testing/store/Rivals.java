package io.lockgraft.testing.store;

import io.lockgraft.spi.LockKind;

/** Kinds that must wait for each other. */
public final class Rivals {
    private Rivals() {}

    /** A kind that this one excludes, and that excludes this one: of a semaphore where it has one permit. */
    public static LockKind of(LockKind kind) {
        return kind == LockKind.READ ? LockKind.WRITE : kind;
    }
}

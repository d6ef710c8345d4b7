package io.lockgraft.engine.site;

import io.lockgraft.spi.LockKind;

/** How calls of one kind of lock pass a gate. */
public enum QueueMode {
    /** At its head until they leave: no call of this JVM needs to ask for a key that one of them holds. */
    ALONE,

    /**
     * At its head until their grant has come. Then they are inside, and the next one may ask for a place beside them.
     */
    TOGETHER,

    /**
     * Not in its queue. First come, first served among all JVMs is told by the store's queue, so each of them must
     * stand there from the beginning, and none behind one of this JVM that has come before.
     */
    BESIDE;

    static QueueMode of(LockKind kind) {
        switch (kind) {
            case READ:
            case SEMAPHORE:
                return TOGETHER;
            case FAIR:
                return BESIDE;
            default:
                return ALONE;
        }
    }
}

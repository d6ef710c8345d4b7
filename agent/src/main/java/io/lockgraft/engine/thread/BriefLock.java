package io.lockgraft.engine.thread;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for a few instructions, in whose queue no thread stays. An ordinary one wakes the first in its queue when it
 * becomes free, and those behind go on waiting until that one has had it. Where the first one is a virtual thread, and
 * all carriers are pinned by virtual threads that wait behind it, none of them ever moves again; nor does a thread of
 * ours. So each leaves the queue after a moment, takes the lock if it is free, or queues anew. The thread that has the
 * lock calls nothing that waits: it has its carrier until it is done.
 */
public final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(2);

    @Override
    public void lock() {
        if (tryLock()) {
            return;
        }
        boolean interrupted = false;
        boolean locked = false;
        while (!locked) {
            try {
                locked = tryLock(MOMENT, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (OutOfMemoryError e) {
                // On Java 8 to wait makes an object. Without the lock a place at a gate would never be given up.
                Thread.yield();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

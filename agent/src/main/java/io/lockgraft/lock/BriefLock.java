package io.lockgraft.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for a few instructions, in which nobody queues. An ordinary one wakes the first in its queue when it becomes
 * free, and those behind go on waiting until that one has had it. Where the first one is a virtual thread, and all
 * carriers are pinned by virtual threads that wait behind it, none of them ever moves again; nor does a thread of ours.
 * So each looks again by itself. Whoever has the lock calls nothing that waits: it has its carrier until it is done.
 */
final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    private static final int SPINS = 32;
    private static final int YIELDS = 32;
    private static final long FIRST_PAUSE = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    @Override
    public void lock() {
        long pause = FIRST_PAUSE;
        for (int looks = 0; !tryLock(); looks++) {
            if (looks >= SPINS + YIELDS) {
                LockSupport.parkNanos(this, pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            } else if (looks >= SPINS) {
                Thread.yield();
            }
        }
    }
}

package io.lockgraft.lock;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue of one key in this JVM: first in, first out, and only the call at its head talks to the backend. A state
 * machine without waiting, clock or backend: a call joins, is at the head when its turn comes, and leaves; the last one
 * to leave closes the gate for good, and who comes then makes a new one.
 *
 * <p>The lock inside is held for a few instructions only. Calls wait by parking outside of it, so a virtual thread
 * never pins its carrier.
 */
final class Gate {
    private final String key;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Hold> queue = new ArrayDeque<>(0);

    private volatile Hold head;
    private volatile CompletableFuture<?> returning;
    private boolean closed;

    Gate(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    /** The call whose turn it is, or null. */
    Hold head() {
        return head;
    }

    /** The last release, which the next head waits for, so that it is not busy because of ourselves; or null. */
    CompletableFuture<?> returning() {
        return returning;
    }

    /** Takes a place at the end of the queue. False: the gate has been closed. */
    boolean join(Hold hold) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            if (head == null) {
                head = hold;
            } else {
                queue.add(hold);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives up the place, wherever in the queue it is; the next call's turn comes. Twice is harmless. (Handoff will pass
     * the grant on here.)
     *
     * @param released the answer to the release of this hold's grant, or null
     * @return whether the gate was closed by it
     */
    boolean leave(Hold hold, CompletableFuture<?> released) {
        Hold next = null;
        lock.lock();
        try {
            if (head == hold) {
                if (released != null) {
                    returning = released;
                }
                next = queue.poll();
                head = next;
            } else {
                queue.remove(hold);
            }
            return closeIfIdle();
        } finally {
            lock.unlock();
            if (next != null) {
                next.wake();
            }
        }
    }

    /** Closes the gate if nobody is there and no release is under way. */
    boolean tidy() {
        lock.lock();
        try {
            return closeIfIdle();
        } finally {
            lock.unlock();
        }
    }

    private boolean closeIfIdle() {
        boolean idle = head == null && (returning == null || returning.isDone());
        boolean closes = idle && !closed;
        closed |= idle;
        return closes;
    }
}

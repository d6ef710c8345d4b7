package io.lockgraft.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The bytes of one key, and which of them this process has locked: the lock itself, a place in the queue of processes,
 * permits. A process that waits locks one byte of the queue, further behind the later it came, and is first when no
 * byte
 * in front of its own is locked. A process that dies leaves the queue with all else. Used by one thread at a time.
 */
final class FileKey {
    /** A quarter of an hour in milliseconds; what waits for longer than half of it may be overtaken. */
    private static final int QUEUE = 1 << 20;

    private static final long QUEUE_AT = 1L << 20;
    private static final long PERMITS_AT = 1L << 21;

    private final LockFile file;
    final long start;
    private final Deque<FileLock> permits = new ArrayDeque<>();
    private FileLock lock;
    private int entered;
    private FileLock place;

    FileKey(LockFile file, long start) {
        this.file = file;
        this.start = start;
    }

    boolean isEmpty() {
        return lock == null && place == null && permits.isEmpty();
    }

    /** @param shared readers of this process share one lock */
    boolean enter(boolean shared, boolean waits) throws IOException {
        boolean first = place == null ? isQueueFree(0, QUEUE) : isFirst();
        boolean enters = first && shared && lock != null && lock.isShared();
        if (first && lock == null) {
            lock = file.tryLock(start, 1, shared);
            entered = 0; // who held it in a file that was replaced may have left here
            enters = lock != null;
        }
        if (enters) {
            entered++;
            leaveQueue();
        } else if (waits && place == null) {
            place = placeInQueue();
        }
        return enters;
    }

    /** Semaphores have no queue. */
    boolean enterOneOf(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            FileLock got = file.tryLock(start + PERMITS_AT + i, 1, false);
            if (got != null) {
                permits.push(got);
                return true;
            }
        }
        return false;
    }

    void leave(boolean permit) {
        if (permit) {
            release(permits.poll());
        } else if (--entered == 0) {
            release(lock);
            lock = null;
        }
    }

    void leaveQueue() {
        release(place);
        place = null;
    }

    private FileLock placeInQueue() throws IOException {
        long now = System.currentTimeMillis();
        FileLock got = null;
        for (int i = 0; got == null && i < QUEUE; i++) {
            got = file.tryLock(start + QUEUE_AT + (now + i) % QUEUE, 1, false);
        }
        return got;
    }

    /** Of the half of the ring in front of this process's byte. */
    private boolean isFirst() throws IOException {
        int own = (int) (place.position() - start - QUEUE_AT);
        int from = own - QUEUE / 2;
        return isQueueFree(Math.max(0, from), own) && (from >= 0 || isQueueFree(QUEUE + from, QUEUE));
    }

    private boolean isQueueFree(int from, int to) throws IOException {
        if (from == to) {
            return true;
        }
        FileLock all = file.tryLock(start + QUEUE_AT + from, to - from, true);
        release(all);
        return all != null;
    }

    private static void release(FileLock lock) {
        if (lock != null) {
            try {
                lock.release();
            } catch (IOException e) {
                throw new UncheckedIOException(new IOException("a lock of the file cannot be given back", e));
            }
        }
    }
}

package io.lockgraft.store.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The bytes of one key, and which of them this process has locked: the lock itself, a place in the queue of processes,
 * permits. A process that waits locks one byte of the queue, further behind the later it came, and is first when no
 * byte in front of its own is locked. A process that dies leaves the queue with all else. Used by one thread at a time.
 */
final class FileKey {
    /** A quarter of an hour in milliseconds; what waits for longer than half of it may be overtaken. */
    private static final int QUEUE = 1 << 20;

    private static final long QUEUE_AT = 1L << 20;
    private static final long PERMITS_AT = 1L << 21;

    /**
     * So many bytes of the queue are tried in one look. They are all locked where as many processes came within as many
     * milliseconds, or where a stranger has locked the whole file; the next look tries others.
     */
    private static final int PLACES_TRIED = 64;

    /** So many permits are tried in one look; the next one goes on behind them. */
    private static final int PERMITS_TRIED = 1000;

    private final LockFile file;
    final long start;
    private final Deque<FileLock> permits = new ArrayDeque<>();

    /** Numbers of the permits that this process has. */
    private final BitSet ours = new BitSet();

    /** The permit that is tried next. Neighbours of one process are one entry in the kernel's list. */
    private int nextPermit = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);

    private FileLock lock;
    private int entered;
    private FileLock place;
    private volatile String lost;

    FileKey(LockFile file, long start) {
        this.file = file;
        this.start = start;
    }

    boolean isEmpty() {
        return lock == null && place == null && permits.isEmpty();
    }

    /** Reason why all that entered has been lost; null otherwise. Read by any thread. */
    String lost() {
        return lost;
    }

    /** Called when the file is no longer what others open. Gives back all bytes, for the name may come back to it. */
    void lose(String why) {
        lost = why;
        leaveQueue();
        release(lock);
        permits.forEach(FileKey::release);
    }

    /** @param shared readers of this process share one lock */
    boolean enter(boolean shared, boolean waits) throws IOException {
        boolean first = place == null ? isQueueFree(0, QUEUE) : isFirst();
        boolean enters = first && shared && lock != null && lock.isShared();
        if (first && lock == null) {
            lock = file.tryLock(start, 1, shared);
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
        for (int tried = 0; tried < PERMITS_TRIED && tried < count; tried++) {
            int number = ours.nextClearBit(nextPermit % count);
            if (number >= count) {
                number = ours.nextClearBit(0);
            }
            if (number >= count) {
                return false;
            }
            nextPermit = number + 1;
            FileLock got = file.tryLock(start + PERMITS_AT + number, 1, false);
            if (got != null) {
                permits.push(got);
                ours.set(number);
                return true;
            }
        }
        return false;
    }

    void leave(boolean permit) {
        if (permit) {
            FileLock left = permits.pop();
            ours.clear((int) (left.position() - start - PERMITS_AT));
            release(left);
        } else if (--entered == 0) {
            FileLock left = lock;
            lock = null;
            release(left);
        }
    }

    void leaveQueue() {
        FileLock left = place;
        place = null;
        release(left);
    }

    private FileLock placeInQueue() throws IOException {
        long now = System.currentTimeMillis();
        FileLock got = null;
        for (int i = 0; got == null && i < PLACES_TRIED; i++) {
            got = file.tryLock(start + QUEUE_AT + (now + i) % QUEUE, 1, false);
        }
        return got;
    }

    /** Looks at the half of the ring in front of this process's byte. */
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

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

    /** The bytes of permits, the last ones of a key. */
    private static final long PERMITS = 1L << 21;

    /**
     * So many bytes of the queue are tried in one look. They are all locked where as many processes came within as many
     * milliseconds, or where a stranger has locked the whole file; the next look tries again.
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

    /** The place of the waiter that entered last, until the next waiter of this process has its own. */
    private FileLock passed;

    private volatile String lost;

    FileKey(LockFile file, long start) {
        this.file = file;
        this.start = start;
    }

    /**
     * Whether a process that has locked these bytes holds the key that begins at {@code start}. Permits are tried by
     * shared locks and taken by others.
     */
    static boolean isHeldBy(long start, long first, long last, boolean shared) {
        boolean isLock = first <= start && start <= last;
        boolean isPermit = first < start + PERMITS_AT + PERMITS && last >= start + PERMITS_AT;
        return isLock || isPermit && !shared;
    }

    boolean isEmpty() {
        return lock == null && place == null && passed == null && permits.isEmpty();
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

    /**
     * A waiter that enters leaves its place locked: {@link #standInLine} or {@link #leaveQueue} has to follow. Another
     * process looks at the queue in front of it by a lock, and no place there can be taken during the look. While the
     * old place is locked, no process behind it gets that lock.
     *
     * @param shared readers of this process share one lock
     * @param waitsSince when the request began to wait, in milliseconds; 0 if it does not wait
     */
    boolean enter(boolean shared, long waitsSince) throws IOException {
        if (passed != null && waitsSince > 0) {
            standInLine(waitsSince);
        }
        boolean first = place == null ? isQueueFree(0, QUEUE) : isFirst();
        boolean enters = first && shared && lock != null && lock.isShared();
        if (first && lock == null) {
            lock = file.tryLock(start, 1, shared);
            enters = lock != null;
        }
        if (enters) {
            entered++;
            passed = place;
            place = null;
        } else if (waitsSince > 0) {
            standInLine(waitsSince);
        }
        return enters;
    }

    /** Locks a byte of the queue for the first waiter of this process, unless it has one. Frees the passed one then. */
    void standInLine(long waitsSince) throws IOException {
        for (int i = 0; place == null && i < PLACES_TRIED; i++) {
            place = file.tryLock(start + QUEUE_AT + (waitsSince + i) % QUEUE, 1, false);
        }
        leavePassed();
    }

    /**
     * Semaphores have no queue. While an owner has a permit behind these, from a rule with more of them, none enters:
     * fewer bytes do not tell how many owners are inside.
     */
    boolean enterOneOf(int count) throws IOException {
        if (ours.length() > count) {
            return false;
        }
        for (int tried = 0; tried < PERMITS_TRIED && tried < count; tried++) {
            int number = ours.nextClearBit(nextPermit % count);
            if (number >= count) {
                number = ours.nextClearBit(0);
            }
            if (number >= count || tried == 0 && !isFree(PERMITS_AT + count, PERMITS - count)) {
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
        leavePassed();
    }

    private void leavePassed() {
        FileLock left = passed;
        passed = null;
        release(left);
    }

    /** Looks at the half of the ring in front of this process's byte. */
    private boolean isFirst() throws IOException {
        int own = (int) (place.position() - start - QUEUE_AT);
        int from = own - QUEUE / 2;
        return isQueueFree(Math.max(0, from), own) && (from >= 0 || isQueueFree(QUEUE + from, QUEUE));
    }

    private boolean isQueueFree(int from, int to) throws IOException {
        return from == to || isFree(QUEUE_AT + from, to - from);
    }

    private boolean isFree(long from, long size) throws IOException {
        FileLock all = file.tryLock(start + from, size, true);
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

package io.lockgraft.lock;

/**
 * The stack that one call's way through the engine may need, tried out before anything is taken: a StackOverflowError
 * between the grant and the body, or before the release, would leave the lock behind, renewed for as long as this JVM
 * lives, and one in the midst of a queue of the backend's would break that queue for good. What is there at the entry is
 * there at the exit, too, which is called from the same frame.
 */
final class StackRoom {
    /** Some 60 bytes each when compiled, 300 while interpreted. */
    private static final int FOR_CALL = 60;

    /** Twice what was seen to suffice, with all but this class interpreted. */
    private static final int FOR_LOCK = 240;

    private StackRoom() {}

    /** Throws StackOverflowError where a nested call could not be left again. */
    static void forCall() {
        descend(FOR_CALL, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    /** Throws StackOverflowError where a lock could not be taken and given back. */
    static void forLock() {
        descend(FOR_LOCK, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    /** More arguments than there are registers for lie on the stack; the sum keeps the compiler from leaving them out. */
    private static long descend(
            int frames,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l) {
        if (frames == 0) {
            return a;
        }
        return descend(frames - 1, b, c, d, e, f, g, h, i, j, k, l, a) + c + e + g + i + k + l;
    }
}

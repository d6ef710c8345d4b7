package io.lockgraft.engine.thread;

/**
 * The stack that one call's way through the engine may need, tried out before anything is taken: a StackOverflowError
 * between the grant and the body, or before the release, would leave the lock behind, renewed for as long as this JVM
 * lives, and one in the midst of a queue of the store's would break that queue for good. What is there at the entry
 * is there at the exit, too, which is called from the same frame.
 *
 * <p>A frame is large because of a branch that is seldom taken: the JVM makes room for all that a method may need when
 * it is entered, so the room costs no write. Some 1,000 bytes each, interpreted or compiled by either compiler. A
 * branch that was never taken would be left out by the second one; so it is taken now and then.
 */
public final class StackRoom {
    private static final int FOR_CALL = 4;

    /** Twice what was seen to suffice for the store, with all but this class interpreted. */
    private static final int FOR_LOCK = 14;

    /** No frame has it: the branch is not taken. */
    private static final int NONE = -1;

    /** One call of so many takes the branch once, in the deepest frame. */
    private static final long SELDOM = 0x1F0;

    private StackRoom() {}

    /** Throws StackOverflowError where a call that shares its thread's hold could not be left again. */
    public static void forCall() {
        descend(FOR_CALL, NONE);
    }

    /**
     * Throws StackOverflowError where a lock could not be taken and given back.
     *
     * @param chance another number at each call; the lowest bits do not matter
     */
    public static void forLock(long chance) {
        descend(FOR_LOCK, (chance & SELDOM) == 0 ? 0 : NONE);
    }

    static long descend(int frames, int wide) {
        if (frames == wide) {
            long a1 = frames + 0;
            long a2 = frames + 1;
            long a3 = frames + 2;
            long a4 = frames + 3;
            long a5 = frames + 4;
            long a6 = frames + 5;
            long a7 = frames + 6;
            long a8 = frames + 7;
            long b1 = frames + 8;
            long b2 = frames + 9;
            long b3 = frames + 10;
            long b4 = frames + 11;
            long b5 = frames + 12;
            long b6 = frames + 13;
            long b7 = frames + 14;
            long b8 = frames + 15;
            long c1 = frames + 16;
            long c2 = frames + 17;
            long c3 = frames + 18;
            long c4 = frames + 19;
            long c5 = frames + 20;
            long c6 = frames + 21;
            long c7 = frames + 22;
            long c8 = frames + 23;
            long d1 = frames + 24;
            long d2 = frames + 25;
            long d3 = frames + 26;
            long d4 = frames + 27;
            long d5 = frames + 28;
            long d6 = frames + 29;
            long d7 = frames + 30;
            long d8 = frames + 31;
            long e1 = frames + 32;
            long e2 = frames + 33;
            long e3 = frames + 34;
            long e4 = frames + 35;
            long e5 = frames + 36;
            long e6 = frames + 37;
            long e7 = frames + 38;
            long e8 = frames + 39;
            long f1 = frames + 40;
            long f2 = frames + 41;
            long f3 = frames + 42;
            long f4 = frames + 43;
            long f5 = frames + 44;
            long f6 = frames + 45;
            long f7 = frames + 46;
            long f8 = frames + 47;
            long g1 = frames + 48;
            long g2 = frames + 49;
            long g3 = frames + 50;
            long g4 = frames + 51;
            long g5 = frames + 52;
            long g6 = frames + 53;
            long g7 = frames + 54;
            long g8 = frames + 55;
            long h1 = frames + 56;
            long h2 = frames + 57;
            long h3 = frames + 58;
            long h4 = frames + 59;
            long h5 = frames + 60;
            long h6 = frames + 61;
            long h7 = frames + 62;
            long h8 = frames + 63;
            return spread(
                            a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8, c1, c2, c3, c4, c5, c6, c7,
                            c8, d1, d2, d3, d4, d5, d6, d7, d8, e1, e2, e3, e4, e5, e6, e7, e8, f1, f2, f3, f4, f5, f6,
                            f7, f8, g1, g2, g3, g4, g5, g6, g7, g8, h1, h2, h3, h4, h5, h6, h7, h8)
                    - spread(
                            a1, h8, h7, h6, h5, h4, h3, h2, h1, g8, g7, g6, g5, g4, g3, g2, g1, f8, f7, f6, f5, f4, f3,
                            f2, f1, e8, e7, e6, e5, e4, e3, e2, e1, d8, d7, d6, d5, d4, d3, d2, d1, c8, c7, c6, c5, c4,
                            c3, c2, c1, b8, b7, b6, b5, b4, b3, b2, b1, a8, a7, a6, a5, a4, a3, a2);
        }
        return frames == 0 ? 0 : descend(frames - 1, wide) + 1;
    }

    /**
     * Over 325 bytes of bytecode, too long to be inlined however often it is called: so the arguments of both calls lie
     * in the caller's frame, and all of its variables between the two. Never goes on: the first argument is 0.
     */
    private static long spread(
            long a1,
            long a2,
            long a3,
            long a4,
            long a5,
            long a6,
            long a7,
            long a8,
            long b1,
            long b2,
            long b3,
            long b4,
            long b5,
            long b6,
            long b7,
            long b8,
            long c1,
            long c2,
            long c3,
            long c4,
            long c5,
            long c6,
            long c7,
            long c8,
            long d1,
            long d2,
            long d3,
            long d4,
            long d5,
            long d6,
            long d7,
            long d8,
            long e1,
            long e2,
            long e3,
            long e4,
            long e5,
            long e6,
            long e7,
            long e8,
            long f1,
            long f2,
            long f3,
            long f4,
            long f5,
            long f6,
            long f7,
            long f8,
            long g1,
            long g2,
            long g3,
            long g4,
            long g5,
            long g6,
            long g7,
            long g8,
            long h1,
            long h2,
            long h3,
            long h4,
            long h5,
            long h6,
            long h7,
            long h8) {
        return a1 == 0
                ? 0
                : spread(
                                a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8, c1, c2, c3, c4, c5, c6, c7,
                                c8, d1, d2, d3, d4, d5, d6, d7, d8, e1, e2, e3, e4, e5, e6, e7, e8, f1, f2, f3, f4, f5,
                                f6, f7, f8, g1, g2, g3, g4, g5, g6, g7, g8, h1, h2, h3, h4, h5, h6, h7, h8, a1)
                        + spread(
                                a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8, c1, c2, c3, c4, c5, c6, c7, c8,
                                d1, d2, d3, d4, d5, d6, d7, d8, e1, e2, e3, e4, e5, e6, e7, e8, f1, f2, f3, f4, f5, f6,
                                f7, f8, g1, g2, g3, g4, g5, g6, g7, g8, h1, h2, h3, h4, h5, h6, h7, h8, a1, a2)
                        + spread(
                                a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8, c1, c2, c3, c4, c5, c6, c7, c8, d1,
                                d2, d3, d4, d5, d6, d7, d8, e1, e2, e3, e4, e5, e6, e7, e8, f1, f2, f3, f4, f5, f6, f7,
                                f8, g1, g2, g3, g4, g5, g6, g7, g8, h1, h2, h3, h4, h5, h6, h7, h8, a1, a2, a3);
    }
}

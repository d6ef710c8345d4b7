package io.lockgraft.start;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that is going to run {@code main}, and is with the agents until then. What settles something for the whole
 * JVM waits for it: such choices are the application's, at the beginning of its {@code main}.
 */
final class MainThread {
    static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(10);
    static final long FIRST_STATEMENTS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A JVM that another program has made may call main on another thread; the one that made it then runs nothing. */
    private static final int EMPTY_LOOKS = 100;

    private final Thread main;
    /** When it was looked at last, by System.nanoTime. Guarded by this, as what follows. */
    private long lookedAt = System.nanoTime() - LOOK_AGAIN;
    /** How many looks in a row have found nothing that the thread runs. */
    private int emptyLooks;

    private boolean begun;

    /** @param main null where main runs already */
    MainThread(Thread main) {
        this.main = main;
    }

    /** True if main ran already when the agent was started. */
    boolean hadBegun() {
        return main == null;
    }

    /** Waits until main has begun, and half a second more for its first statements. */
    void awaitFirstStatements() {
        if (main != null) {
            awaitBegin();
            pause(FIRST_STATEMENTS);
        }
    }

    /** True if the thread computes. One that waits, reads or accepts is blocked, or in native code. */
    boolean computes() {
        StackTraceElement[] stack = main.getStackTrace();
        return stack.length > 0 && main.getState() == Thread.State.RUNNABLE && !stack[0].isNativeMethod();
    }

    private void awaitBegin() {
        while (!hasBegun()) {
            pause(LOOK_AGAIN);
        }
    }

    /**
     * Looks whether main has begun, or will not begin on this thread. To be asked again and again, with pauses; however
     * many threads do so, there is one look in ten milliseconds.
     */
    synchronized boolean hasBegun() {
        long now = System.nanoTime();
        if (!begun && now - lookedAt >= LOOK_AGAIN) {
            lookedAt = now;
            begun = look();
        }
        return begun;
    }

    private boolean look() {
        if (main == null || !main.isAlive()) {
            return true;
        }
        StackTraceElement[] stack = main.getStackTrace();
        emptyLooks = stack.length == 0 ? emptyLooks + 1 : 0;
        return emptyLooks >= EMPTY_LOOKS || stack.length > 0 && isApplications(stack[stack.length - 1]);
    }

    /** Until main runs, the lowest frame is one of the JDK's: of what starts agents, or of what finds the class. */
    private static boolean isApplications(StackTraceElement lowest) {
        String type = lowest.getClassName();
        return lowest.getMethodName().equals("main")
                || !(type.startsWith("sun.") || type.startsWith("java.") || type.startsWith("jdk."));
    }

    static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}

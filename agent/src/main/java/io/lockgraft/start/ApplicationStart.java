package io.lockgraft.start;

import io.lockgraft.log.Beginning;
import io.lockgraft.weave.Weaver;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches how far the application is, from outside. An application that loads classes, or whose main thread computes,
 * is starting.
 *
 * <p>Without a lambda: it begins before main, where an early Java 8 crashes on one.
 */
final class ApplicationStart implements Beginning {
    /** The number of classes in all of these looks from which on the application is still starting. */
    private static final int MANY = 25;

    private static final int LOOKS = 5;
    private static final long LOOK_FOR_WORK = TimeUnit.MILLISECONDS.toNanos(50);

    /** Then it counts as started all the same: an application may load classes for as long as it runs. */
    private static final long LONGEST_START = TimeUnit.SECONDS.toNanos(5);

    private final Weaver weaver;
    private final MainThread main;
    private volatile boolean ended;
    private volatile Thread waiting;

    ApplicationStart(Weaver weaver, MainThread main) {
        this.weaver = weaver;
        this.main = main;
    }

    @Override
    public void end() {
        ended = true;
        LockSupport.unpark(waiting);
    }

    @Override
    public void awaitMain() {
        waiting = Thread.currentThread();
        while (!ended && !main.hasBegun()) {
            pause(MainThread.LOOK_AGAIN);
        }
    }

    @Override
    public void awaitStarted() {
        awaitMain();
        if (!main.hadBegun()) {
            pause(MainThread.FIRST_STATEMENTS);
            long until = System.nanoTime() + LONGEST_START;
            while (!ended && isStarting() && System.nanoTime() - until < 0) {}
        }
    }

    private boolean isStarting() {
        int before = weaver.passed();
        boolean computes = false;
        for (int look = 0; look < LOOKS; look++) {
            pause(LOOK_FOR_WORK);
            computes = computes || main.computes();
        }
        return computes || weaver.passed() - before >= MANY;
    }

    private void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !ended; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }
}

package io.lockgraft.agent;

import io.lockgraft.backend.thread.Daemons;
import io.lockgraft.lock.LockEngine;
import io.lockgraft.report.Log;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Connects in the background, once the application runs and its first class with a lock has been loaded: before that
 * nobody knows that there will be a locked call, and what loading and connecting settle for the whole JVM (its file
 * system, its logging) is the application's to choose at the beginning of its {@code main}.
 */
final class EarlyConnection implements Runnable {
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(10);

    private final LockEngine engine;
    private volatile Thread main;

    /** @param main the thread that is going to run main and is with the agents yet; null where that is over */
    EarlyConnection(LockEngine engine, Thread main) {
        this.engine = engine;
        this.main = main;
    }

    /** In the transformer, on the thread that loads the class, which goes on at once. */
    @Override
    public void run() {
        if (Thread.currentThread() != main) {
            // Nobody but an application has other threads that load its classes.
            main = null;
        }
        try {
            Daemons.start("lockgraft-connect", new Runnable() {
                @Override
                public void run() {
                    connect();
                }
            });
        } catch (OutOfMemoryError noThread) {
            Log.warn("There is no thread to connect early: the first locked call connects", noThread);
        }
    }

    private void connect() {
        while (main != null && !isInMain(main)) {
            LockSupport.parkNanos(this, LOOK_AGAIN);
        }
        main = null;
        engine.connect();
    }

    /** Until then its lowest frame is one of the JDK's: of what starts agents, or of what finds the class with main. */
    private static boolean isInMain(Thread thread) {
        if (!thread.isAlive()) {
            return true;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        if (stack.length == 0) {
            return false;
        }
        StackTraceElement lowest = stack[stack.length - 1];
        String type = lowest.getClassName();
        return lowest.getMethodName().equals("main")
                || !(type.startsWith("sun.") || type.startsWith("java.") || type.startsWith("jdk."));
    }
}

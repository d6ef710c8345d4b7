package io.lockgraft.start;

import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import io.lockgraft.weave.Weaver;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads and connects the lock client in the background, once {@code main} has run for a moment and the application has
 * started. Not before main: what loading and connecting settle for the whole JVM (how names are looked up, which
 * providers there are) is the application's to choose at the beginning of its {@code main}; and a JVM that ends at once
 * has nothing to connect for. Not while the application starts: loading would take a processor away from that. An
 * application that loads classes, or whose main thread computes, is starting.
 *
 * <p>Without a lambda: it begins before main, where an early Java 8 crashes on one.
 */
final class EarlyConnection implements Runnable {
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long FIRST_STATEMENTS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The number of classes in all of these looks from which on the application is still starting. */
    private static final int MANY = 25;

    private static final int LOOKS = 5;
    private static final long LOOK_FOR_WORK = TimeUnit.MILLISECONDS.toNanos(50);

    /** Then it is connected all the same: an application may load classes for as long as it runs. */
    private static final long LONGEST_START = TimeUnit.SECONDS.toNanos(5);

    /** A JVM that another program has made may call main on another thread; the one that made it then runs nothing. */
    private static final int EMPTY_LOOKS = 100;

    private final LockEngine engine;
    private final Weaver weaver;
    private final Thread main;

    private EarlyConnection(LockEngine engine, Weaver weaver, Thread main) {
        this.engine = engine;
        this.weaver = weaver;
        this.main = main;
    }

    /** @param main the thread that is going to run main and is with the agents yet; null where main runs already */
    static void begin(LockEngine engine, Weaver weaver, Thread main) {
        try {
            Daemons.start("lockgraft-connect", new EarlyConnection(engine, weaver, main));
        } catch (OutOfMemoryError noThread) {
            Log.warn("There is no thread to connect in the background: the first locked call connects", noThread);
        }
    }

    @Override
    public void run() {
        if (main != null) {
            awaitMain();
            pause(FIRST_STATEMENTS);
            awaitStarted();
        }
        try {
            engine.load().get();
        } catch (ExecutionException e) {
            warn(e.getCause());
        } catch (RuntimeException | InterruptedException | OutOfMemoryError e) {
            warn(e);
        }
    }

    private static void warn(Throwable why) {
        Log.warn("The lock client is not connected: " + why.getMessage() + ". Locked calls try again");
    }

    private void awaitMain() {
        for (int empty = 0; main.isAlive() && empty < EMPTY_LOOKS; pause(LOOK_AGAIN)) {
            StackTraceElement[] stack = main.getStackTrace();
            if (stack.length > 0 && isApplications(stack[stack.length - 1])) {
                return;
            }
            empty = stack.length == 0 ? empty + 1 : 0;
        }
    }

    private void awaitStarted() {
        long until = System.nanoTime() + LONGEST_START;
        while (isStarting() && System.nanoTime() - until < 0) {}
    }

    private boolean isStarting() {
        int before = weaver.passed();
        boolean computes = false;
        for (int look = 0; look < LOOKS; look++) {
            pause(LOOK_FOR_WORK);
            computes = computes || computes();
        }
        return computes || weaver.passed() - before >= MANY;
    }

    /** True if the main thread computes. One that waits, reads or accepts is blocked, or in native code. */
    private boolean computes() {
        StackTraceElement[] stack = main.getStackTrace();
        return stack.length > 0 && main.getState() == Thread.State.RUNNABLE && !stack[0].isNativeMethod();
    }

    /** Until main runs, the lowest frame is one of the JDK's: of what starts agents, or of what finds the class. */
    private static boolean isApplications(StackTraceElement lowest) {
        String type = lowest.getClassName();
        return lowest.getMethodName().equals("main")
                || !(type.startsWith("sun.") || type.startsWith("java.") || type.startsWith("jdk."));
    }

    private void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
    }
}

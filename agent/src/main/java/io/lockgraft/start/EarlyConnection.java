package io.lockgraft.start;

import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.log.Beginning;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import java.util.concurrent.ExecutionException;

/**
 * Loads and connects the lock client in the background, once {@code main} has run for a moment and the application has
 * started. Not before main: what loading and connecting settle for the whole JVM (how names are looked up, which
 * providers there are) is the application's to choose at the beginning of its {@code main}; and a JVM that ends at once
 * has nothing to connect for. Not while the application starts: loading would take a processor away from that.
 *
 * <p>Without a lambda: it begins before main, where an early Java 8 crashes on one.
 */
final class EarlyConnection implements Runnable {
    private final LockEngine engine;
    private final Beginning beginning;

    private EarlyConnection(LockEngine engine, Beginning beginning) {
        this.engine = engine;
        this.beginning = beginning;
    }

    static void begin(LockEngine engine, Beginning beginning) {
        try {
            Daemons.start("lockgraft-connect", new EarlyConnection(engine, beginning));
        } catch (OutOfMemoryError noThread) {
            Log.warn("There is no thread to connect in the background: the first locked call connects", noThread);
        }
    }

    @Override
    public void run() {
        beginning.awaitStarted();
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
}

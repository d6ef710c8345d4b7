package io.lockgraft.start;

import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.spi.log.Log;

/**
 * Lets the releases that are under way when the JVM ends reach the lock server, and then the last lines the log, for
 * half a second at most each.
 */
final class LastReleases implements Runnable {
    private final LockEngine engine;

    private LastReleases(LockEngine engine) {
        this.engine = engine;
    }

    static void await(LockEngine engine) {
        atExit(new LastReleases(engine), "lockgraft-last-releases");
    }

    /** Asks the JVM to run it at its end. The thread is not started before, so it keeps no JVM alive. */
    static void atExit(Runnable work, String name) {
        Thread hook = new Thread(work, name);
        // A hook inherits what its maker had; ours must not hold on to anything of the application.
        hook.setContextClassLoader(null);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void run() {
        try {
            engine.settle();
        } catch (InterruptedException e) {
            // What is not released by now ends with its lease.
        } finally {
            Log.end();
        }
    }
}

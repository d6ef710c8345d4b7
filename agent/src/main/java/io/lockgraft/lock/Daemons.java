package io.lockgraft.lock;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Starts threads that keep neither the JVM alive nor the application whose call happened to start them. */
final class Daemons {
    private Daemons() {}

    /**
     * The thread takes nothing along from its starter but inheritable thread locals, which Java 8 cannot leave behind:
     * not its context class loader, and, since it is made in a privileged block, not the protection domains of the
     * classes on its stack, which lead to their loader.
     */
    static Thread start(String name, Runnable work) {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
            return thread;
        });
    }
}

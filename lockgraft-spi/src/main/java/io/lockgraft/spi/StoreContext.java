package io.lockgraft.spi;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;

/** What a store is given when it is opened. A store that is made of several hands it to its members. */
public interface StoreContext {
    /** The JVM in whose name the store asks. */
    Jvm jvm();

    /** What stands in front of every key of the rules file, without the colon; empty for nothing. */
    String namespace();

    default StoreLog log() {
        return Log.ofStore();
    }

    /**
     * A new clock, which the store closes when it is closed. Its work must be short.
     *
     * @param name what its thread is called behind {@code lockgraft-}
     */
    default Clock newClock(String name) {
        return new Clock(threads(name));
    }

    /**
     * Makes daemon threads, which the store ends when it is closed.
     *
     * @param name what they are called behind {@code lockgraft-}, in front of a number
     */
    default DaemonThreads threads(String name) {
        return new DaemonThreads("lockgraft-" + name);
    }

    /**
     * Opens a member of a store that is made of several. A member that other stores have, too, or that rules name, is
     * opened once for all of them, and closed with the last of them.
     */
    default LockStore open(StoreConfiguration member) {
        return member.open(this);
    }

    /**
     * A class of the application: a driver that it brings. Looked for by the system class loader, then among the
     * classes that are loaded, and then by each loader of such a class. It may not be initialized yet.
     */
    Class<?> applicationClass(String name) throws ClassNotFoundException;
}

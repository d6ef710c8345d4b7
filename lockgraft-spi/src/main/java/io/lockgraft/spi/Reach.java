package io.lockgraft.spi;

/** Which JVMs a store's locks exclude: from the nearest to all. */
public enum Reach {
    /** The threads of one JVM. */
    JVM,

    /** The JVMs of one host. */
    HOST,

    /** The JVMs of all hosts that reach the store. */
    NETWORK
}

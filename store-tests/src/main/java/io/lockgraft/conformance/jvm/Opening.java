package io.lockgraft.conformance.jvm;

import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreContext;
import java.io.Serializable;

/**
 * Opens the store that a suite tries, in the JVM that calls it. Where the store reaches more than a JVM, the suite
 * sends its opening to another one: a lambda that captures texts and numbers, and never the test.
 */
public interface Opening extends Serializable {
    LockStore open(StoreContext context) throws Exception;
}

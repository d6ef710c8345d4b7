package io.lockgraft.conformance.jvm;

import io.lockgraft.spi.LockStore;
import java.io.Serializable;

/** Looks into a store, in the JVM that has opened it. */
public interface Question extends Serializable {
    /** @return not null */
    String ask(LockStore store) throws Exception;
}

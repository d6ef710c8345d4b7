package io.lockgraft.engine.later;

import io.lockgraft.engine.hold.Work;

/** Tells what goes on after a method has returned. */
public interface ReturnedWork {
    /** Work that goes on after a method has returned this; null if it is done. */
    Work workOf(Object returned);
}

package io.lockgraft.engine.later;

import io.lockgraft.engine.hold.Work;

/** Tells what goes on after a method has returned. */
public interface ReturnedWork {
    /** What goes on after a method has returned this; null where its work is done. */
    Work workOf(Object returned);
}

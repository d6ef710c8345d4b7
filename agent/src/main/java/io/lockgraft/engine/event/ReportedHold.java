package io.lockgraft.engine.event;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.Request;

/** One call's hold, as the log tells of it. */
public interface ReportedHold {
    Rule rule();

    MethodShape method();

    /** Request that got the lease. */
    Request request();

    /** The lease as the store has granted it. */
    long leaseMillis();

    /** Since the request that got it was sent, or since it was passed on. */
    long ageNanos(long now);

    /** How long it was held, once it has ended: until its work was over, or until it was released early. */
    long heldNanos();

    /** The thread of its body. */
    Thread thread();

    /** True if a body runs under it. */
    boolean hasBody();

    /** True if all that it was for has ended: its bodies, and the work after them. */
    boolean isOver();

    /** Names what it waits for once its body has ended, in a few words. */
    String awaited();

    /** Names the work that it has ended with, in a few words; null if a body left it last. */
    String endedWith();

    /** True if it was given back while its method ran. */
    boolean isReleasedEarly();

    /** How it was lost, where it was. */
    Loss loss();
}

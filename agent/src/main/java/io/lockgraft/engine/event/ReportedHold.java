package io.lockgraft.engine.event;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.Request;

/** What the log tells of one call's hold. */
public interface ReportedHold {
    Rule rule();

    MethodShape method();

    /** What was asked for. */
    Request request();

    /** The lease as the store has granted it. */
    long leaseMillis();

    /** Since the request that got it was sent, or since it was passed on. */
    long ageNanos(long now);

    /** The thread of its body. */
    Thread thread();

    /** True if a body runs under it. */
    boolean hasBody();

    /** True if all that it was for has ended: its bodies, and the work after them. */
    boolean isOver();

    /** What it waits for once its body has ended, in a few words. */
    String awaited();

    /** What it has ended with, in a few words; null where a body left it last. */
    String endedWith();

    /** True if it was given back while its method ran. */
    boolean isReleasedEarly();

    /** How it was lost, where it was. */
    Loss loss();
}

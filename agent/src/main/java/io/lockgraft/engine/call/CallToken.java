package io.lockgraft.engine.call;

import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.site.Site;

/** Token of a call that the engine decided. The decision may come ahead of the method, where a transaction begins. */
interface CallToken extends Token {
    /** What happens to the body of the call. */
    enum Verdict {
        /** The body runs. */
        RUNS,
        /** The caller gets a value in place of the body. */
        REPLACED,
        /** Another method runs in place of the body; the method's own entry calls it. */
        REPLACED_IN_METHOD
    }

    default Verdict verdict() {
        return Verdict.RUNS;
    }

    /**
     * Called by the method's own entry, where this was decided ahead of it. Returns the method's token; null where the
     * method must take its lock itself, because the one taken ahead was lost.
     */
    CallToken enterMethod(CallEntry entry, Site site, Object self, Object[] arguments) throws Throwable;

    /** Ends the call ahead after its method has exited. What the method was part of keeps the hold already. */
    default Object exitAhead(Object returned, Throwable thrown) {
        return exit(returned, thrown);
    }
}

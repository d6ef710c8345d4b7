package io.lockgraft.engine.later;

import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.rules.Until;

/**
 * A call of a method that {@code hold.until} names: it keeps the holds of the calls inside of it until it ends. Nothing
 * of it is left on its thread then.
 */
public final class EnclosingCall extends Work implements Token {
    private static final ThreadLocal<EnclosingCall> INNERMOST = new ThreadLocal<>();

    private final Until until;
    private final EnclosingCall outer;
    private final Thread thread = Thread.currentThread();

    private EnclosingCall(Until until, EnclosingCall outer) {
        this.until = until;
        this.outer = outer;
    }

    /** Watches the methods that {@code until} names. Not a lambda: it is made before main. */
    public static Watch watch(final Until until) {
        return new Watch() {
            @Override
            public Token enter(TransactionLocks locks, Object self, Object[] arguments) {
                EnclosingCall call = new EnclosingCall(until, INNERMOST.get());
                INNERMOST.set(call);
                return call;
            }
        };
    }

    /**
     * The nearest one around the body that ends; null where there is none. The rules may have been read again since it
     * began.
     */
    static EnclosingCall around(Until until) {
        EnclosingCall call = INNERMOST.get();
        while (call != null && !call.until.isSameCall(until)) {
            call = call.outer;
        }
        return call;
    }

    @Override
    public Object exit(Object returned, Throwable thrown) {
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
        over();
        return returned;
    }

    @Override
    protected String told() {
        return "the end of " + until.call();
    }

    @Override
    protected Thread thread() {
        return thread;
    }

    @Override
    protected boolean isHere() {
        return thread == Thread.currentThread();
    }
}

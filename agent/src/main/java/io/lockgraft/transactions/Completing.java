package io.lockgraft.transactions;

import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.later.TransactionLocks;
import io.lockgraft.engine.later.Watch;
import java.util.ArrayList;
import java.util.List;

/**
 * A call by which a framework commits or rolls back. What is completed in it ends with it, and not when our own
 * synchronization is told: others may be told after that, and the connection goes back to its pool last.
 */
final class Completing implements Token {
    private static final ThreadLocal<Completing> INNERMOST = new ThreadLocal<>();

    private final TransactionLocks locks;
    private final Completing outer;
    private final List<FrameworkTransaction> completed = new ArrayList<>(1);

    private Completing(TransactionLocks locks, Completing outer) {
        this.locks = locks;
        this.outer = outer;
    }

    /** Watches such calls. Not a lambda: it is made before main. */
    static final Watch WATCH = new Watch() {
        @Override
        public Token enter(TransactionLocks locks, Object self, Object[] arguments) {
            locks.endsTransaction();
            Completing call = new Completing(locks, INNERMOST.get());
            INNERMOST.set(call);
            return call;
        }
    };

    /**
     * This transaction is completed, and is over when the call that does it has ended; false outside of such a call.
     */
    static boolean endsWith(FrameworkTransaction transaction) {
        Completing call = INNERMOST.get();
        return call != null && call.completed.add(transaction);
    }

    /** True if this thread is in the call that completes the transaction: what it does there is still done in it. */
    static boolean isCompleting(FrameworkTransaction transaction) {
        for (Completing call = INNERMOST.get(); call != null; call = call.outer) {
            if (call.completed.contains(transaction)) {
                return true;
            }
        }
        return false;
    }

    /** The exception for a lost lock under which a body of this thread runs, around such a call; null where none is. */
    static LockLostException lostAround(FrameworkTransaction transaction) {
        Completing call = INNERMOST.get();
        return call == null ? null : call.locks.lostAround(transaction);
    }

    @Override
    public Object exit(Object returned, Throwable thrown) {
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
        for (FrameworkTransaction each : completed) {
            each.over();
        }
        return returned;
    }
}

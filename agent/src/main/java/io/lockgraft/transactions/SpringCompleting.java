package io.lockgraft.transactions;

import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.later.CallExit;
import io.lockgraft.engine.later.TransactionLocks;
import io.lockgraft.engine.later.Watch;

/** A call by which one of Spring's managers commits or rolls back a transaction that it has begun. */
final class SpringCompleting implements Watch {
    private final boolean commits;

    SpringCompleting(boolean commits) {
        this.commits = commits;
    }

    @Override
    public Token enter(TransactionLocks locks, Object self, Object[] arguments) throws Throwable {
        Token completing = Completing.WATCH.enter(locks, self, arguments);
        OpenTransactions.Open open = OpenTransactions.of(arguments[0]);
        if (open == null) {
            return completing;
        }
        LockLostException lost = commits ? open.lost() : null;
        if (lost != null) {
            open.rollBackOnly();
        }
        return new Ending(completing, open, lost);
    }

    /** The end of such a call. */
    private static final class Ending implements Token {
        private final Token completing;
        private final OpenTransactions.Open open;
        private final LockLostException lost;

        Ending(Token completing, OpenTransactions.Open open, LockLostException lost) {
            this.completing = completing;
            this.open = open;
            this.lost = lost;
        }

        @Override
        public Object exit(Object returned, Throwable thrown) {
            Object result = completing.exit(returned, thrown);
            open.ended();
            if (lost != null) {
                if (thrown == null) {
                    throw lost;
                }
                CallExit.suppress(thrown, lost);
            }
            return result;
        }
    }
}

package com.example.ledger;

import com.example.app.Stage;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What the application does when a transaction is completed; the one whose turn it is waits there for a test. */
public class Completions {
    /** Published within the transaction. */
    static final class Entered {
        private final String waiting;

        Entered(String waiting) {
            this.waiting = waiting;
        }
    }

    /** Does something after the commit, or after the completion. Has all methods: Spring 4 gives none of them. */
    static class Then implements TransactionSynchronization {
        private final Runnable then;
        private final boolean beforeCompletion;

        Then(Runnable then, boolean beforeCompletion) {
            this.then = then;
            this.beforeCompletion = beforeCompletion;
        }

        @Override
        public void suspend() {}

        @Override
        public void resume() {}

        @Override
        public void flush() {}

        @Override
        public void beforeCommit(boolean readOnly) {}

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCommit() {
            if (beforeCompletion) {
                then.run();
            }
        }

        @Override
        public void afterCompletion(int status) {
            if (!beforeCompletion) {
                then.run();
            }
        }
    }

    static void register(String name, String waiting) {
        TransactionSynchronizationManager.registerSynchronization(new Then(() -> await(name, waiting), false));
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
    public void committed(Entered event) {
        await("committed", event.waiting);
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION)
    public void completed(Entered event) {
        await("completed", event.waiting);
    }

    private static void await(String name, String waiting) {
        if (name.equals(waiting)) {
            Stage.body();
            try {
                Stage.awaitFinish();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

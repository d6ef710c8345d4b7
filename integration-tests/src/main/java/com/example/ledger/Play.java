package com.example.ledger;

import com.example.app.Stage;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Calls of the ledger in which a test takes part. */
public final class Play {
    public void own(String account) throws InterruptedException {
        Application.ledger().hold(account);
    }

    public void briefly(String account) {
        Application.ledger().holdBriefly(account);
    }

    /** The test comes between the locked method and the end of the transaction around it. */
    public void around(String account) {
        Application.inTransaction(status -> {
            Application.ledger().holdBriefly(account);
            pause();
        });
    }

    /** Whatever the locked method throws, the transaction around it goes on. */
    public void caught(String account) {
        Application.inTransaction(status -> {
            try {
                Application.ledger().holdPlain(account);
            } catch (Exception e) {
                Thread.yield();
            }
        });
    }

    /** The transaction around it is committed whatever becomes of the one inside; gives what became of that. */
    public String inNew(String account) {
        StringBuilder inner = new StringBuilder();
        Application.inTransaction(status -> {
            Application.ledger().addPlain(account + "-around", "work", false);
            try {
                Application.ledger().holdInNew(account);
                inner.append("committed");
            } catch (Exception e) {
                inner.append(e.getClass().getName());
            }
        });
        return inner.toString();
    }

    /** The locked call is in two transactions; the test comes between their ends. */
    public void twoManagers(String account) {
        Application.inTransaction(status -> {
            new TransactionTemplate(new PaperManager()).execute(inner -> {
                Application.ledger().holdBriefly(account);
                return null;
            });
            pause();
        });
    }

    /** The same as ChainedTransactionManager of Spring Data does it, which makes synchronizations of its own first. */
    public void chained(String account) {
        PlatformTransactionManager database =
                Application.bean(TransactionTemplate.class).getTransactionManager();
        PaperManager paper = new PaperManager();
        TransactionSynchronizationManager.initSynchronization();
        try {
            TransactionStatus outer = database.getTransaction(new DefaultTransactionDefinition());
            TransactionStatus inner = paper.getTransaction(new DefaultTransactionDefinition());
            Application.ledger().holdBriefly(account);
            paper.commit(inner);
            pause();
            database.commit(outer);
        } finally {
            TransactionSynchronizationManager.clearSynchronization();
        }
    }

    /** Locked in the transaction of one manager, and again in that of another inside of it. */
    public void inBoth(String account) {
        Application.inTransaction(status -> {
            Application.ledger().holdBriefly(account);
            new TransactionTemplate(new PaperManager()).executeWithoutResult(inner -> {
                Application.ledger().holdBriefly(account);
            });
        });
    }

    /** Locked in two transactions, the outer of which is suspended when the next call comes. */
    public void inBothAndInNew(String account) {
        Application.inTransaction(status -> new TransactionTemplate(new PaperManager()).executeWithoutResult(inner -> {
            Application.ledger().holdBriefly(account);
            Application.inNewTransaction(() -> Application.ledger().holdBriefly(account));
        }));
    }

    /** Adds once more when the transaction has been committed. */
    public void afterCompletion(String account) {
        whenCommitted(account, false, () -> Application.ledger().holdBrieflyInNew(account));
    }

    /** The same in a transaction that has begun before the call. */
    public void afterCompletionInNew(String account) {
        whenCommitted(account, false, ofItsOwn(() -> Application.ledger().holdBriefly(account)));
    }

    public void afterCommit(String account) {
        whenCommitted(account, true, () -> Application.ledger().holdBrieflyInNew(account));
    }

    public void afterCommitInNew(String account) {
        whenCommitted(account, true, ofItsOwn(() -> Application.ledger().holdBriefly(account)));
    }

    private static Runnable ofItsOwn(Runnable work) {
        return () -> Application.inNewTransaction(work);
    }

    private static void whenCommitted(String account, boolean beforeCompletion, Runnable then) {
        Application.inTransaction(status -> {
            Application.ledger().holdBriefly(account);
            TransactionSynchronizationManager.registerSynchronization(new Completions.Then(then, beforeCompletion));
        });
    }

    public void nested(String account) {
        Application.inTransaction(status -> {
            try {
                Application.ledger().holdNested(account);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Locked itself: the transaction is begun and committed inside of the body. */
    public void inside(String account) {
        Application.inTransaction(status -> {
            Accounts accounts = Application.bean(Accounts.class);
            accounts.write(account, accounts.read(account) + 1);
            pause();
        });
    }

    /** It is rolled back in any case. */
    public void rolledBack(String account) {
        Application.inTransaction(status -> {
            Application.ledger().holdBriefly(account);
            status.setRollbackOnly();
            pause();
        });
    }

    /**
     * What completes it is registered before and after the locked call; the one that the account is named after waits.
     */
    public void completion(String account) {
        String waiting = account.substring(account.lastIndexOf('-') + 1);
        Application.inTransaction(status -> {
            Completions.register("before", waiting);
            Application.publish(new Completions.Entered(waiting));
            Application.ledger().holdBriefly(account);
            Completions.register("after", waiting);
        });
    }

    /** One call outside of any unit of work. */
    public void outside(String account) throws Exception {
        Application.bean(Units.class)
                .runWithout(() -> Application.bean(Till.class).add(account, "work"));
        pause();
    }

    static void pause() {
        Stage.body();
        try {
            Stage.awaitFinish();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

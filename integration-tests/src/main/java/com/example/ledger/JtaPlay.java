package com.example.ledger;

import javax.transaction.Status;
import javax.transaction.Synchronization;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import javax.transaction.UserTransaction;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Locked calls in transactions of JTA, in which a test takes part; {@code ledger.jta} says whose: Narayana, Atomikos,
 * Geronimo.
 */
public final class JtaPlay {
    private final Vault vault = new Vault();
    private final TransactionManager manager;
    private final UserTransaction user;

    public JtaPlay() throws Exception {
        if (System.getProperty("ledger.jta").equals("Atomikos")) {
            com.atomikos.icatch.jta.UserTransactionManager atomikos =
                    new com.atomikos.icatch.jta.UserTransactionManager();
            atomikos.init();
            manager = atomikos;
            user = atomikos;
        } else if (System.getProperty("ledger.jta").equals("Geronimo")) {
            org.apache.geronimo.transaction.manager.TransactionManagerImpl geronimo =
                    new org.apache.geronimo.transaction.manager.TransactionManagerImpl();
            manager = geronimo;
            user = geronimo;
        } else {
            manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
            user = com.arjuna.ats.jta.UserTransaction.userTransaction();
        }
    }

    public void put(String key) {
        vault.put(key);
    }

    public void committed(String key) throws Exception {
        manager.begin();
        vault.put(key);
        Play.pause();
        manager.commit();
    }

    /** Locked itself: the transaction is begun and committed inside of the body. */
    public void inside(String key) throws Exception {
        manager.begin();
        Play.pause();
        manager.commit();
    }

    public void rolledBack(String key) throws Exception {
        manager.begin();
        vault.put(key);
        Play.pause();
        manager.rollback();
    }

    /** Marked after the locked call. */
    public void marked(String key) throws Exception {
        manager.begin();
        vault.put(key);
        manager.setRollbackOnly();
        Play.pause();
        manager.commit();
    }

    /** Marked before the locked call. */
    public void markedBefore(String key) throws Exception {
        manager.begin();
        manager.setRollbackOnly();
        vault.put(key);
        Play.pause();
        manager.rollback();
    }

    /** By another thread than that of the locked call. */
    public void committedElsewhere(String key) throws Exception {
        manager.begin();
        vault.put(key);
        Transaction transaction = manager.suspend();
        Play.pause();
        Exception[] failure = {null};
        Thread other = new Thread(() -> {
            try {
                manager.resume(transaction);
                manager.commit();
            } catch (Exception e) {
                failure[0] = e;
            }
        });
        other.start();
        other.join();
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    /** What the application does at the completion, registered after the locked call. */
    public void completion(String key) throws Exception {
        manager.begin();
        vault.put(key);
        manager.getTransaction().registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                Play.pause();
            }
        });
        manager.commit();
    }

    /** Its time is over while the locked method runs. */
    public void outlived(String key) throws Exception {
        Transaction transaction = beginShort();
        try {
            vault.outlive(key, () -> awaitTimeout(transaction));
        } finally {
            manager.rollback();
        }
    }

    /** Its time is over after the locked method. */
    public void timedOut(String key) throws Exception {
        beginShort();
        vault.put(key);
        Play.pause();
        manager.rollback();
    }

    private Transaction beginShort() throws Exception {
        manager.setTransactionTimeout(1);
        manager.begin();
        manager.setTransactionTimeout(0);
        return manager.getTransaction();
    }

    private static void awaitTimeout(Transaction transaction) throws Exception {
        while (transaction.getStatus() == Status.STATUS_ACTIVE) {
            Thread.sleep(10);
        }
    }

    /** Spring has begun it. */
    public void ofSpring(String key) {
        template().executeWithoutResult(status -> {
            vault.put(key);
            Play.pause();
        });
    }

    /** Spring takes part in one that it has not begun. */
    public void joined(String key) throws Exception {
        manager.begin();
        template().executeWithoutResult(status -> vault.put(key));
        Play.pause();
        manager.commit();
    }

    /** Locked in a transaction of Spring's that JTA knows nothing of, inside of one that Spring knows nothing of. */
    public void aroundSpring(String key) throws Exception {
        manager.begin();
        new TransactionTemplate(new PaperManager()).executeWithoutResult(status -> vault.put(key));
        Play.pause();
        manager.commit();
    }

    private TransactionTemplate template() {
        JtaTransactionManager spring = new JtaTransactionManager(user, manager);
        spring.afterPropertiesSet();
        return new TransactionTemplate(spring);
    }
}

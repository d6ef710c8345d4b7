package com.example.app;

import java.util.concurrent.Callable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Each transaction reads a number as it begins, and its commit writes it back plus one. */
final class CountingTransactions extends AbstractReactiveTransactionManager {
    /** One thread, because the witness knows a call by its thread's connection. */
    private static final Scheduler CONNECTION = Schedulers.newSingle("connection", true);

    private final String key;

    CountingTransactions(String key) {
        this.key = key;
    }

    private static final class Count {
        int seen;
    }

    @Override
    protected Object doGetTransaction(TransactionSynchronizationManager manager) {
        return new Count();
    }

    @Override
    protected Mono<Void> doBegin(
            TransactionSynchronizationManager manager, Object transaction, TransactionDefinition definition) {
        return elsewhere(() -> ((Count) transaction).seen = Witness.enter(key));
    }

    @Override
    protected Mono<Void> doCommit(TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
        return elsewhere(() -> {
            Witness.exit(key, ((Count) status.getTransaction()).seen + 1);
            return null;
        });
    }

    @Override
    protected Mono<Void> doRollback(TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
        return elsewhere(() -> {
            Witness.leave(key);
            return null;
        });
    }

    private static Mono<Void> elsewhere(Callable<?> step) {
        return Mono.fromCallable(step).subscribeOn(CONNECTION).then();
    }
}

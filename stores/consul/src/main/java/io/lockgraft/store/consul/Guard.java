package io.lockgraft.store.consul;

import io.lockgraft.store.consul.api.ConsulApi;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.api.Outcome;
import io.lockgraft.store.consul.api.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * An entry of the session's own, whose number each command names that makes an entry for an owner. A command whose
 * answer is missing may still be on its way, also behind the one that takes it back. Once the guard has been written
 * again, all commands with its former number are void.
 */
final class Guard {
    private final ConsulApi api;
    private final String name;
    private final String session;
    private final String jvm;
    private final AtomicInteger writes = new AtomicInteger();

    /** What was read or written last, even where it is lower than before: a restored snapshot has lower numbers. */
    private volatile long number;

    Guard(ConsulApi api, String name, String session, String jvm) {
        this.api = api;
        this.name = name;
        this.session = session;
        this.jvm = jvm;
    }

    String name() {
        return name;
    }

    /**
     * Takes these steps, unless {@link #renew} comes before; then again with the new number.
     *
     * @param wanted asked before each sending
     */
    CompletableFuture<Outcome> guarded(BooleanSupplier wanted, Consumer<Transaction> steps) {
        Transaction all = new Transaction().checkIndex(name, number);
        steps.accept(all);
        return api.allIf(wanted, all)
                .thenCompose(outcome -> outcome.failures().containsKey(0)
                        ? refresh(wanted).thenCompose(none -> guarded(wanted, steps))
                        : CompletableFuture.completedFuture(outcome));
    }

    private CompletableFuture<?> refresh(BooleanSupplier wanted) {
        return api.readIf(wanted, name).thenCompose(found -> {
            long last = found.entries().stream()
                    .filter(each -> each.name().equals(name))
                    .mapToLong(KvEntry::modified)
                    .sum();
            number = last;
            // Where somebody has deleted it, it is made again.
            return last == 0 ? renew(none -> {}) : CompletableFuture.completedFuture(null);
        });
    }

    /**
     * Makes all guarded steps void that have not been taken yet, and takes these.
     *
     * @return fails where they could not be taken
     */
    CompletableFuture<Outcome> renew(Consumer<Transaction> steps) {
        // Consul takes the writing of an equal value for no write.
        Transaction all = new Transaction().lock(name, jvm + '\n' + writes.incrementAndGet(), session);
        steps.accept(all);
        return api.allOfHolder(all).thenApply(outcome -> {
            if (!outcome.isDone()) {
                throw new IllegalStateException("the guard of the session could not be written: " + outcome.reason());
            }
            number = outcome.entry(name).modified();
            return outcome;
        });
    }

    /** The number of the write that these steps were part of. */
    long number(Outcome outcome) {
        return outcome.entry(name).modified();
    }
}

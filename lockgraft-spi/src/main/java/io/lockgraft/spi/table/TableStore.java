package io.lockgraft.spi.table;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.attempt.OpenAttempts;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.thread.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A store that is a table of keys. It asks the table about single keys until it can grant, and asks again where a
 * question has failed. A table that may block is asked on daemon threads of this store, a few for each {@link Lane}.
 * The clock, one more thread, is for pauses and deadlines.
 */
public class TableStore implements LockStore {
    final KeyTable table;
    final Claims claims = new Claims();
    final Returns returns = new Returns(this);
    private final RenewalBatches renewals = new RenewalBatches(this);
    private final OpenAttempts<TableAttempt> attempts = new OpenAttempts<>(TableAttempt::close);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final StoreLog log;
    private final Clock clock;
    private final Asker asker;

    /** @param name in the names of its threads, behind {@code lockgraft-} */
    public TableStore(StoreContext context, String name, KeyTable table) {
        this.table = table;
        this.log = context.log();
        this.clock = context.newClock(name);
        this.asker = table.blocks() ? new AskingThreads(context, name, table, clock) : Asker.onCaller();
    }

    /** A store that asks its table in another way; for tests. */
    protected TableStore(StoreContext context, String name, KeyTable table, Asker asker) {
        this.table = table;
        this.log = context.log();
        this.clock = context.newClock(name);
        this.asker = asker;
    }

    @Override
    public CompletableFuture<?> load() {
        return ask(Lane.LOOKS, () -> {
            table.load();
            return true;
        });
    }

    @Override
    public Attempt acquire(Request request) {
        TableAttempt attempt = new TableAttempt(this, request);
        attempt.begin();
        return attempts.add(attempt);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        return renewals.renew(grants);
    }

    /** Asked as a take is: a member of a compound is asked for its entry behind a grant. */
    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return ask(Lane.TAKES, () -> table.replaceEntry(namespace, before, after));
    }

    @Override
    public long questionNanos() {
        return table.questionNanos();
    }

    @Override
    public CompletableFuture<List<String>> probe() {
        return ask(Lane.LOOKS, table::probe);
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return ask(Lane.LOOKS, () -> table.locks(key));
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return ask(Lane.LOOKS, table::scanSize);
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return ask(Lane.LOOKS, () -> {
            table.scan(beginning, each);
            return true;
        });
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return ask(Lane.LOOKS, () -> table.unlock(key, owner));
    }

    /** Waits end at once. The threads end when what they ask has come back, or its time is over. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            attempts.close();
            asker.close(this::ended);
        }
    }

    private void ended() {
        try {
            table.close();
        } catch (Exception e) {
            log.warn("a store could not be closed", e);
        } finally {
            clock.close();
        }
    }

    protected final Clock clock() {
        return clock;
    }

    final Question<KeyAnswer> take(String key, Claim claim) {
        return new Question<>(Lane.TAKES, key, () -> table.take(key, claim));
    }

    final Question<Long> token(Claim claim) {
        return new Question<>(Lane.TAKES, "fence tokens", () -> table.token(claim));
    }

    final Question<Boolean> extend(List<String> keys, Claim claim, long nanos) {
        String only = keys.size() == 1 ? keys.get(0) : null;
        return new Question<>(
                Lane.RENEWALS,
                only,
                () -> only == null
                        ? KeyChange.all(table.extendAll(KeyChange.extending(keys, claim, nanos)))
                        : table.extend(only, claim, nanos));
    }

    final void ask(Question<?> question) {
        asker.ask(question);
    }

    private <T> CompletableFuture<T> ask(Lane lane, Callable<T> asked) {
        Question<T> question = new Question<>(lane, null, asked);
        ask(question);
        return question;
    }

    /** Tells the table that nothing waits for the question that is under way. */
    final void abandoned(Claim claim) {
        try {
            table.abandoned(claim);
        } catch (RuntimeException e) {
            log.warn("a store could not break off a question", e);
        }
    }
}

package io.lockgraft.cli.connect;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.Secrets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * A store of a rules file for the questions of one command. The first question opens it. It is opened and asked on
 * threads of its own: a store that hangs costs the command half a minute. Used by one thread.
 */
public final class OpenStore implements AutoCloseable {
    private static final long PATIENCE = TimeUnit.SECONDS.toMillis(30);

    private final String name;
    private final StoreConfiguration configuration;
    private final StoreContext context;
    private final Executor threads;

    /** Null until the first question. */
    private CompletableFuture<LockStore> opened;

    /** @param name as the rules file calls it; empty for the only one */
    public OpenStore(String name, StoreConfiguration configuration, StoreContext context) {
        this.name = name;
        this.configuration = configuration;
        this.context = context;
        this.threads = context.threads("command");
        configuration.secrets().forEach(Secrets::add);
    }

    /** As the rules file calls it; empty for the only one. */
    public String name() {
        return name;
    }

    public Capabilities capabilities() {
        return configuration.capabilities();
    }

    /** {@code store 'ledger' (jdbc:postgresql://db/shop, table lockgraft)}. */
    public String title() {
        return StoreFinding.title(name, configuration.toString());
    }

    /** Returns the answer, after half a minute at the latest. */
    public <T> T ask(Function<LockStore, CompletableFuture<T>> question) throws StoreFailure {
        return answer(question, PATIENCE);
    }

    /** Returns the answer, however long it takes: for a walk through all that the store has. */
    public <T> T askPatiently(Function<LockStore, CompletableFuture<T>> question) throws StoreFailure {
        return answer(question, Long.MAX_VALUE);
    }

    private <T> T answer(Function<LockStore, CompletableFuture<T>> question, long patience) throws StoreFailure {
        if (opened == null) {
            opened = CompletableFuture.supplyAsync(() -> configuration.open(context), threads);
        }
        try {
            return opened.thenComposeAsync(question, threads).get(patience, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new StoreFailure(title() + ": " + StoreFailure.told(e));
        } catch (TimeoutException e) {
            throw new StoreFailure(title() + ": " + StoreFailure.SILENT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreFailure("the command was interrupted");
        }
    }

    /** Leaves a store behind that has not come back. */
    @Override
    public void close() {
        LockStore store = opened == null || opened.isCompletedExceptionally() ? null : opened.getNow(null);
        if (store != null) {
            store.close();
        }
    }
}

package io.lockgraft.cli.connect;

import io.lockgraft.rules.Rules;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.Secrets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens the stores of a rules file, all at once, asks each for what it says of itself, and takes a lock that no rule
 * has. A store that does not come back is left behind on its thread.
 */
public final class StoreCheck {
    /** Behind the namespace. Of no rule, unless somebody means to disturb this. */
    private static final String KEY = "lockgraft:probe";

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(30);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final long LEASE_MILLIS = 10_000;

    private final StoreConfiguration configuration;
    private final StoreContext context;

    private StoreCheck(StoreConfiguration configuration, StoreContext context) {
        this.configuration = configuration;
        this.context = context;
    }

    /** In the order of the file. Returns after half a minute at the latest. */
    public static List<StoreFinding> of(Rules rules, StoreContext context) {
        return of(rules.stores(), context, LIMIT);
    }

    static List<StoreFinding> of(Map<String, StoreConfiguration> stores, StoreContext context, long limit) {
        Map<String, CompletableFuture<List<String>>> asked = new LinkedHashMap<>();
        stores.forEach((name, store) -> {
            store.secrets().forEach(Secrets::add);
            asked.put(name, new StoreCheck(store, context).begin());
        });
        long until = System.nanoTime() + limit;
        List<StoreFinding> all = new ArrayList<>();
        asked.forEach((name, facts) -> all.add(finding(name, stores.get(name), facts, until)));
        return all;
    }

    private static StoreFinding finding(
            String name, StoreConfiguration store, CompletableFuture<List<String>> asked, long until) {
        List<String> facts = Collections.emptyList();
        String failure = null;
        try {
            facts = asked.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            failure = StoreFailure.told(e);
        } catch (TimeoutException e) {
            failure = StoreFailure.SILENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "the check was interrupted";
        }
        return new StoreFinding(name, store.toString(), store.capabilities().toString(), facts, failure);
    }

    private CompletableFuture<List<String>> begin() {
        CompletableFuture<List<String>> facts = new CompletableFuture<>();
        context.threads("check").execute(() -> {
            try {
                facts.complete(ask());
            } catch (Throwable e) { // whatever it is, it is the answer
                facts.completeExceptionally(e);
            }
        });
        return facts;
    }

    private List<String> ask() throws Exception {
        try (LockStore store = configuration.open(context)) {
            List<String> facts = new ArrayList<>(store.probe().get());
            Iterator<LockKind> kinds = configuration.capabilities().kinds().iterator();
            if (kinds.hasNext()) {
                LockKind kind = kinds.next();
                take(store, kind); // loads what all others need
                double millis = take(store, kind) / 1e6;
                facts.add(String.format(Locale.ROOT, "a lock was taken and given back in %.1f ms", millis));
            }
            return facts;
        }
    }

    /** How long it took, in nanoseconds. */
    private long take(LockStore store, LockKind kind) throws Exception {
        String key = context.namespace().isEmpty() ? KEY : context.namespace() + ':' + KEY;
        long begun = System.nanoTime();
        Request request = new Request(
                kind,
                1,
                Collections.singletonList(key),
                context.jvm().newOwner(null, null),
                LEASE_MILLIS,
                begun + PATIENCE,
                begun);
        Answer answer = store.acquire(request).answer().get();
        if (answer.isBusy()) {
            throw new IllegalStateException(
                    "the key " + key + " is held, which belongs to this command: does another" + " check run?");
        }
        if (answer.grant() == null) {
            throw new ExecutionException(answer.cause());
        }
        answer.grant().release().get();
        return System.nanoTime() - begun;
    }
}

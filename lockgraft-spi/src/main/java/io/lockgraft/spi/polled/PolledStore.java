package io.lockgraft.spi.polled;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.OpenAttempts;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.thread.Clock;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A store that answers questions about single keys, and is asked until it grants. A store with hints of its own (a
 * notification, a watch) calls {@link Claim#ask} and pauses for longer. Its one thread is for pauses and deadlines.
 */
public class PolledStore implements LockStore {
    private static final long QUESTION = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long RETRY = TimeUnit.MILLISECONDS.toNanos(50);

    final KeyTable table;
    private final Clock clock;
    private final OpenAttempts<PolledAttempt> attempts = new OpenAttempts<>(PolledAttempt::close);
    private final ConcurrentMap<String, Leave> leaving = new ConcurrentHashMap<>();

    /** @param name in the names of its threads */
    protected PolledStore(StoreContext context, KeyTable table, String name) {
        this.table = table;
        this.clock = context.newClock(name);
    }

    @Override
    public Attempt acquire(Request request) {
        PolledAttempt attempt = new PolledAttempt(this, request);
        attempt.step();
        return attempts.add(attempt);
    }

    @Override
    public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
        return grants.stream().map(grant -> ((PolledGrant) grant).renew()).collect(Collectors.toList());
    }

    @Override
    public long questionNanos() {
        return QUESTION;
    }

    @Override
    public void close() {
        attempts.close();
        clock.close();
    }

    protected final Clock clock() {
        return clock;
    }

    /** Asks behind what leaves the key now, so that this store never refuses a request because of its own release. */
    final CompletableFuture<Boolean> enter(String key, Claim claim) {
        Leave before = leaving.get(key);
        return before == null
                ? asked(() -> table.enter(key, claim))
                : before.answered().thenCompose(left -> asked(() -> table.enter(key, claim)));
    }

    /** Leaves in reverse order, until the store has answered or the lease is over. Gives the first answer. */
    final CompletableFuture<Boolean> leave(List<String> keys, Claim claim) {
        Leave leave = new Leave(keys, claim);
        CompletableFuture<Boolean> first = leave.ask();
        if (!first.isDone() || first.isCompletedExceptionally()) {
            leave.keys.forEach(key -> leaving.put(key, leave));
            leave.untilAnswered();
        }
        return first;
    }

    /** Keys that a claim has no more, and that the store may not have heard of yet. */
    private final class Leave {
        private final List<String> keys;
        private final Claim claim;
        private final long end;
        private volatile CompletableFuture<Boolean> answer;

        Leave(List<String> keys, Claim claim) {
            this.keys = new ArrayList<>(keys);
            this.claim = claim;
            this.end = System.nanoTime() + claim.request().leaseNanos();
            Collections.reverse(this.keys);
        }

        CompletableFuture<Boolean> ask() {
            answer = asked(() -> table.leave(keys, claim));
            return answer;
        }

        CompletableFuture<Boolean> answered() {
            return answer.isCompletedExceptionally() ? ask() : answer;
        }

        void untilAnswered() {
            answer.whenComplete((left, failed) -> {
                if (failed == null || end - System.nanoTime() < 0) {
                    keys.forEach(key -> leaving.remove(key, this));
                } else {
                    clock.after(RETRY, () -> {
                        ask();
                        untilAnswered();
                    });
                }
            });
        }
    }

    /** A table that throws has not answered. */
    static <T> CompletableFuture<T> asked(Supplier<CompletableFuture<T>> question) {
        try {
            return question.get();
        } catch (UncheckedIOException e) {
            return failed(e.getCause());
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    protected static <T> CompletableFuture<T> failed(Exception why) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(why);
        return failed;
    }
}

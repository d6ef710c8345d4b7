package io.lockgraft.store.memory;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A client of {@link Places}. It answers at once, or when another owner leaves; its one thread is for waits that end.
 */
public final class LocalStore implements LockStore {
    private static final long BEAT = TimeUnit.SECONDS.toNanos(1);
    static final long GRACE = TimeUnit.MILLISECONDS.toNanos(50);

    private final Places places;
    private final Clock clock;
    private final Set<LocalAttempt> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean watched = new AtomicBoolean();
    private volatile boolean closed;

    /** @param thread the name of its thread */
    public LocalStore(Places places, String thread) {
        this.places = places;
        this.clock = new Clock(new DaemonThreads(thread));
    }

    @Override
    public Attempt acquire(Request request) {
        LocalAttempt attempt = new LocalAttempt(this, request);
        attempt.begin();
        watch();
        if (!attempt.answer().isDone()) {
            waiting.add(attempt);
            attempt.answer().whenComplete((answer, none) -> waiting.remove(attempt));
            if (closed) {
                attempt.close();
            }
        }
        return attempt;
    }

    @Override
    public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            answers.add(CompletableFuture.completedFuture(((LocalGrant) grant).renew()));
        }
        return answers;
    }

    @Override
    public long lastAnswer(long deadline) {
        return deadline + GRACE;
    }

    @Override
    public void close() {
        closed = true;
        for (LocalAttempt each : waiting) {
            each.close();
        }
        clock.close();
    }

    /** What other processes must get back when a lease is over is looked at every second, while there is any. */
    private void watch() {
        if (places.outer() != Outer.NONE && !places.isEmpty() && watched.compareAndSet(false, true)) {
            clock.after(BEAT, () -> {
                watched.set(false);
                places.lookAtAll();
                watch();
            });
        }
    }

    Places places() {
        return places;
    }

    Clock clock() {
        return clock;
    }
}

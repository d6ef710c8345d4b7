package io.lockgraft.testing;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A backend without a network, for tests: its store can be slow, silent or broken on demand. */
public class MemoryBackend implements LockStore {
    private static final long COMMAND_TIMEOUT = 500;

    /** Who waits asks after every release, and at least so often, in milliseconds. */
    private static final long LOOK = 100;

    private final String id = UUID.randomUUID().toString();
    private final MemoryStore store;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(1, task -> {
        Thread thread = new Thread(task, "memory-backend");
        thread.setDaemon(true);
        return thread;
    });

    /** What was asked of it, for tests that count. */
    public final AtomicInteger acquires = new AtomicInteger();

    /** Attempts whose question is on its way now, and the most that there were at a time. */
    public final AtomicInteger asking = new AtomicInteger();

    public final AtomicInteger mostAsking = new AtomicInteger();

    public final AtomicInteger releases = new AtomicInteger();
    public final List<Integer> renewals = Collections.synchronizedList(new ArrayList<>());

    /** How long each command is on its way, in milliseconds. */
    public volatile long delay;

    /** How long after its deadline a request may still be answered, in milliseconds. */
    public volatile long patience = 80;

    /** Not null: every command fails at once with it. */
    public volatile RuntimeException broken;

    /** Not null: every release fails at once with it. */
    public volatile RuntimeException brokenRelease;

    /** Not null: every release must be proven, and is when this says so. */
    public volatile CompletableFuture<Boolean> proof;

    public MemoryBackend(MemoryStore store) {
        this.store = store;
    }

    @Override
    public Attempt acquire(Request request) {
        acquires.incrementAndGet();
        MemoryAttempt attempt = new MemoryAttempt(request);
        attempt.begin();
        return attempt;
    }

    @Override
    public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
        renewals.add(grants.size());
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (Grant grant : grants) {
            Request request = grant.request();
            answers.add(command(() -> store.extend(request.keys(), owner(request), request.leaseMillis())));
        }
        return answers;
    }

    @Override
    public long lastAnswer(long deadline) {
        return deadline + TimeUnit.MILLISECONDS.toNanos(patience);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private String owner(Request request) {
        return id + ':' + request.owner();
    }

    private <T> CompletableFuture<T> command(Supplier<T> command) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        RuntimeException failure = broken;
        if (failure != null) {
            answer.completeExceptionally(failure);
            return answer;
        }
        Runnable send = () -> store.reach(() -> answer.complete(command.get()));
        if (delay > 0) {
            after(delay, send);
        } else {
            send.run();
        }
        if (!answer.isDone()) {
            after(
                    COMMAND_TIMEOUT + delay,
                    () -> answer.completeExceptionally(new TimeoutException("the store did not answer")));
        }
        return answer;
    }

    private void after(long millis, Runnable what) {
        if (!clock.isShutdown()) {
            clock.schedule(what, millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Gives back until the store has answered. */
    private CompletableFuture<Boolean> give(Request request) {
        return command(() -> store.give(request.keys(), owner(request)));
    }

    private void giveForSure(Request request) {
        give(request).whenComplete((was, failed) -> {
            if (failed != null) {
                after(50, () -> giveForSure(request));
            }
        });
    }

    private final class MemoryAttempt implements Attempt {
        private final Request request;
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private volatile boolean contended;
        private boolean abandoned;
        private boolean over;
        private boolean asking;
        private boolean again;

        MemoryAttempt(Request request) {
            this.request = request;
        }

        void begin() {
            long wait = Math.max(0, TimeUnit.NANOSECONDS.toMillis(request.remaining()));
            if (wait > 0 && wait < TimeUnit.DAYS.toMillis(1)) {
                after(
                        wait + 20,
                        () -> end(contended ? Answer.busy() : Answer.unavailable(new TimeoutException("no answer"))));
            }
            ask();
        }

        /** One command at a time: the same owner asking twice at once would be granted twice. */
        private void ask() {
            synchronized (this) {
                again = asking;
                if (asking || answer.isDone()) {
                    return;
                }
                asking = true;
            }
            mostAsking.accumulateAndGet(MemoryBackend.this.asking.incrementAndGet(), Math::max);
            long sentAt = System.nanoTime();
            long patience = request.waits() ? 2 * LOOK + 2 * delay : 0;
            command(() -> store.take(request, owner(request), patience)).whenComplete((taken, failed) -> {
                MemoryBackend.this.asking.decrementAndGet();
                boolean atOnce;
                synchronized (this) {
                    asking = false;
                    atOnce = again;
                }
                if (failed != null) {
                    end(Answer.unavailable(failed));
                } else if (taken >= 0) {
                    end(Answer.granted(new MemoryGrant(request, sentAt, taken)));
                } else {
                    busy(request.keys().get((int) (-1 - taken)), atOnce);
                }
            });
        }

        private void busy(String key, boolean atOnce) {
            contended = true;
            if (answer.isDone()) {
                giveForSure(request);
            } else if (!request.waits()) {
                end(Answer.busy());
            } else {
                store.onFree(key, () -> after(0, this::ask));
                after(atOnce ? 0 : ThreadLocalRandom.current().nextLong(LOOK / 2, LOOK), this::ask);
            }
        }

        private void end(Answer end) {
            boolean first;
            boolean wanted;
            synchronized (this) {
                first = !over;
                over = true;
                wanted = first && !abandoned;
            }
            if (first) {
                answer.complete(end);
            }
            if (end.grant() != null ? !wanted : first) {
                giveForSure(request);
            }
        }

        @Override
        public CompletableFuture<Answer> answer() {
            return answer;
        }

        @Override
        public boolean isContended() {
            return contended;
        }

        @Override
        public void abandon() {
            boolean first;
            synchronized (this) {
                abandoned = true;
                first = !over;
                over = true;
            }
            if (first) {
                answer.complete(Answer.busy());
            }
            giveForSure(request);
        }
    }

    private final class MemoryGrant extends GrantDouble {
        MemoryGrant(Request request, long sentAt, long token) {
            super(request, sentAt, token);
        }

        @Override
        public CompletableFuture<Boolean> proven(CompletableFuture<Boolean> released) {
            CompletableFuture<Boolean> needed = proof;
            return needed == null ? released : needed;
        }

        @Override
        public CompletableFuture<Boolean> releaseAfter(long millis) {
            releases.incrementAndGet();
            return command(() -> store.extend(request().keys(), owner(request()), millis));
        }

        @Override
        public CompletableFuture<Boolean> release() {
            releases.incrementAndGet();
            RuntimeException failure = brokenRelease;
            if (failure != null) {
                CompletableFuture<Boolean> failed = new CompletableFuture<>();
                failed.completeExceptionally(failure);
                return failed;
            }
            return give(request());
        }
    }
}

package io.lockgraft.store.memory;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One request: enters its keys one after the other, and keeps those it has while it waits for the next. What happens to
 * it, by whatever thread, is a flag and a step; steps never run at the same time, and hold no lock.
 */
final class LocalAttempt implements Attempt, Waiter {
    /** A lease that is just over is over at this look. */
    private static final long A_LITTLE = TimeUnit.MILLISECONDS.toNanos(1);

    /** What it has while it waits for more is looked after so often. */
    private static final long CARE = TimeUnit.MILLISECONDS.toNanos(100);

    private final LocalStore store;
    private final Places places;
    private final Request request;
    private final Owner owner;
    private final boolean waits;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final AtomicInteger steps = new AtomicInteger();
    private volatile boolean contended;
    private volatile boolean entered;
    private volatile boolean due;
    private volatile boolean looks;
    private volatile boolean abandoned;
    private volatile Throwable closed;

    // The steps' own.
    private int at;
    private boolean queued;
    private boolean over;
    private long sentAt;
    private LocalGrant grant;
    private Future<?> deadline;
    private volatile Future<?> look;

    LocalAttempt(LocalStore store, Request request) {
        this.store = store;
        this.places = store.places();
        this.request = request;
        this.owner = new Owner(store, request.owner());
        this.waits = request.waits();
    }

    void begin() {
        sentAt = System.nanoTime();
        step();
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
    public Request request() {
        return request;
    }

    @Override
    public Owner owner() {
        return owner;
    }

    @Override
    public boolean waits() {
        return waits;
    }

    @Override
    public CompletableFuture<String> lost() {
        return lost;
    }

    @Override
    public void entered() {
        entered = true;
        step();
    }

    @Override
    public void abandon() {
        abandoned = true;
        step();
    }

    /** Its store is closed: the wait is over. */
    void close() {
        closed = new IllegalStateException("the store has been closed");
        step();
    }

    private void step() {
        if (steps.getAndIncrement() != 0) {
            return;
        }
        int done;
        do {
            done = steps.get();
            try {
                move();
            } catch (RuntimeException fault) {
                broken(fault);
            }
        } while (steps.addAndGet(-done) != 0);
    }

    /** What it has of its keys ends with its lease. */
    private void broken(RuntimeException fault) {
        over = true;
        quiet();
        answer.complete(Answer.unavailable(fault));
    }

    private void move() {
        if (over) {
            if (abandoned && grant != null) {
                grant.release();
            }
            return;
        }
        if (abandoned || closed != null) {
            end(last());
            return;
        }
        if (queued && entered) {
            queued = false;
            entered = false;
            at++;
            sentAt = System.nanoTime();
            looks = true; // all leases begin anew, after this
        }
        if (looks) {
            looks = false;
            look();
        }
        while (!queued && at < request.keys().size()) {
            if (!enter()) {
                return;
            }
        }
        if (!queued) {
            finish();
        } else if (due && !entered) {
            end(last());
        }
    }

    /** False where the attempt has ended. */
    private boolean enter() {
        if (places.enter(request.keys().get(at), this)) {
            at++;
            return true;
        }
        contended = true;
        queued = true;
        if (!waits) {
            end(Answer.busy());
            return false;
        }
        if (deadline == null) {
            deadline = store.clock().after(request.remaining(), () -> {
                due = true;
                step();
            });
        }
        lookLater();
        return true;
    }

    /** In case a lease ends, another process leaves, or a key that it has is taken away. */
    private void lookLater() {
        long next = Math.min(
                places.outer().look(), places.untilNextEnd(request.keys().get(at)));
        if (at > 0) {
            next = Math.min(next, Math.min(CARE, request.leaseNanos() / 3));
        }
        if (next < Long.MAX_VALUE) {
            Clock.cancel(look);
            look = store.clock().after(Math.max(0, next) + A_LITTLE, () -> {
                looks = true;
                step();
            });
        }
    }

    /** Keeps what it has while it waits for more. If a key of it is lost, it gives all back and begins again. */
    private void look() {
        boolean whole = true;
        for (int i = 0; i < at; i++) {
            whole &= places.extend(request.keys().get(i), owner, request.leaseNanos());
        }
        if (!whole) {
            giveBack();
            at = 0;
            queued = false;
            entered = false;
        } else if (queued) {
            places.look(request.keys().get(at));
            lookLater();
        }
    }

    private void giveBack() {
        for (int i = Math.min(at, request.keys().size() - 1); i >= 0; i--) {
            places.leave(request.keys().get(i), owner);
        }
    }

    /** All keys are entered. */
    private void finish() {
        long token = request.kind() == LockKind.FENCED ? places.token(request, owner) : 0;
        if (request.kind() == LockKind.FENCED && token == 0) {
            long last = Math.max(store.lastAnswer(request.deadline()) - sentAt, LocalStore.GRACE);
            if (System.nanoTime() - sentAt > last) {
                end(Answer.unavailable(new TimeoutException("another process keeps the counter of the fence tokens")));
            } else {
                look = store.clock().after(A_LITTLE, this::step);
            }
            return;
        }
        over = true;
        grant = new LocalGrant(places, request, owner, sentAt, token, lost);
        quiet();
        answer.complete(Answer.granted(grant));
    }

    private Answer last() {
        return closed != null ? Answer.unavailable(closed) : Answer.busy();
    }

    private void end(Answer given) {
        over = true;
        quiet();
        giveBack();
        answer.complete(given);
    }

    private void quiet() {
        Clock.cancel(deadline);
        Clock.cancel(look);
    }
}

package io.lockgraft.spi.polled;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.OpenAttempt;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One request: enters its keys one after the other, and keeps those it has while it waits for the next. It asks one
 * question at a time. Whatever happens to it, on any thread, is a flag and a step. Steps never run at the same time,
 * and hold no lock.
 */
final class PolledAttempt extends OpenAttempt {
    /** A lease that is just over is over at this look. */
    private static final long A_LITTLE = TimeUnit.MILLISECONDS.toNanos(1);

    /** The keys that it has while it waits for more are extended so often. */
    private static final long CARE = TimeUnit.MILLISECONDS.toNanos(100);

    private final PolledStore store;
    private final Request request;
    private final Claim claim;
    private final AtomicInteger steps = new AtomicInteger();
    private volatile boolean asks;
    private volatile boolean abandoned;
    private volatile Throwable closed;

    // The steps' own.
    private CompletableFuture<?> asked;
    /** What to do with the answer. */
    private Consumer<Object> taking;

    private int have;
    private boolean pausing;
    private boolean waited;
    private boolean over;
    private long askedAt;
    private long sentAt;
    private long caredAt;
    private PolledGrant grant;
    private boolean watched;
    private Future<?> end;
    private Future<?> lastAnswer;
    private Future<?> pause;

    PolledAttempt(PolledStore store, Request request) {
        this.store = store;
        this.request = request;
        this.claim = new Claim(request, this::ask);
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

    private void ask() {
        asks = true;
        step();
    }

    /** Goes on, on whichever thread; also begins. */
    void step() {
        if (steps.getAndIncrement() != 0) {
            return;
        }
        int done;
        do {
            done = steps.get();
            try {
                move();
            } catch (RuntimeException | Error fault) {
                end(Answer.unavailable(fault));
            }
        } while (steps.addAndGet(-done) != 0);
    }

    private void move() {
        while (!over) {
            if (asked != null && asked.isDone()) {
                take();
            } else if (abandoned || closed != null || isSilent()) {
                end(last());
            } else if (asked != null) {
                return;
            } else if (!pausing || asks) {
                askNext();
            } else if (request.remaining() <= 0 && !hasAll()) {
                end(Answer.busy());
            } else {
                return;
            }
        }
        if (abandoned && grant != null) {
            grant.release();
        }
    }

    private void askNext() {
        pausing = false;
        if (hasAll() ? waited : have > 0 && isCareDue()) {
            ask(() -> store.table.extend(request.keys().subList(0, have), claim, request.leaseNanos()), this::care);
            return;
        }
        asks = false;
        if (!hasAll()) {
            ask(() -> store.enter(request.keys().get(have), claim), this::enter);
        } else if (request.kind() == LockKind.FENCED) {
            ask(() -> store.table.token(claim), this::token);
        } else {
            grant(0);
        }
    }

    private boolean hasAll() {
        return have == request.keys().size();
    }

    private boolean isCareDue() {
        return System.nanoTime() - caredAt >= Math.min(CARE, request.leaseNanos() / 3);
    }

    @SuppressWarnings("unchecked")
    private <T> void ask(Supplier<CompletableFuture<T>> question, Consumer<T> take) {
        taking = (Consumer<Object>) take;
        askedAt = System.nanoTime();
        asked = PolledStore.asked(question);
        if (!asked.isDone()) {
            watchDeadline();
            asked.whenComplete((said, failed) -> step());
        }
    }

    private void take() {
        Object said;
        try {
            said = asked.join();
        } catch (CompletionException failed) {
            end(Answer.unavailable(failed.getCause()));
            return;
        }
        asked = null;
        taking.accept(said);
    }

    private void enter(boolean has) {
        if (has) {
            if (have == 0) {
                sentAt = askedAt;
                caredAt = askedAt;
            }
            have++;
            return;
        }
        othersHaveIt(null);
        waited |= have > 0;
        if (claim.waits()) {
            long next = store.table.pause(request.keys().get(have));
            pause(have > 0 ? Math.min(next, Math.min(CARE, request.leaseNanos() / 3)) : next);
        } else {
            end(Answer.busy());
        }
    }

    /** All leases begin anew. If a key is lost, it gives all back and begins again with nothing in hand. */
    private void care(boolean whole) {
        if (!whole) {
            ask(this::giveBack, left -> {
                have = 0;
                waited = false;
            });
            return;
        }
        caredAt = askedAt;
        if (hasAll()) {
            waited = false;
            sentAt = askedAt;
        }
    }

    private void token(long first) {
        if (first == 0) {
            pause(A_LITTLE);
        } else {
            grant(first);
        }
    }

    private void pause(long nanos) {
        pausing = true;
        watchDeadline();
        if (nanos < Long.MAX_VALUE) {
            Clock.cancel(pause);
            pause = store.clock().after(Math.max(A_LITTLE, nanos), this::ask);
        }
    }

    /** Goes on when the wait is over, and when its last answer should have come. */
    private void watchDeadline() {
        if (!watched) {
            watched = true;
            end = store.clock().after(request.remaining(), this::step);
            lastAnswer = store.clock().after(untilLastAnswer(), this::step);
        }
    }

    private long untilLastAnswer() {
        return request.lastAnswer(store.questionNanos()) - System.nanoTime();
    }

    private boolean isSilent() {
        return watched && untilLastAnswer() <= 0;
    }

    private void grant(long token) {
        over = true;
        quiet();
        grant = new PolledGrant(store, claim, sentAt, token);
        answer.complete(Answer.granted(grant));
    }

    private Answer last() {
        if (closed != null) {
            return Answer.unavailable(closed);
        }
        if (request.kind() == LockKind.FENCED && hasAll() && isSilent()) {
            return Answer.unavailable(new TimeoutException("the store has given no fencing token"));
        }
        return isSilent() && !isContended()
                ? Answer.unavailable(new TimeoutException("the store has not answered"))
                : Answer.busy();
    }

    /** A question under way may still be answered by a grant. */
    private void end(Answer given) {
        over = true;
        quiet();
        if (asked == null || asked.isDone()) {
            giveBack();
        } else {
            asked.whenComplete((said, failed) -> giveBack());
        }
        answer.complete(given);
    }

    /** What it has, and the key that it waits for or may have. */
    private CompletableFuture<Boolean> giveBack() {
        int last = claim.waits() || asked != null
                ? Math.min(have + 1, request.keys().size())
                : have;
        return last == 0
                ? CompletableFuture.completedFuture(true)
                : store.leave(request.keys().subList(0, last), claim);
    }

    private void quiet() {
        Clock.cancel(end);
        Clock.cancel(lastAnswer);
        Clock.cancel(pause);
    }
}

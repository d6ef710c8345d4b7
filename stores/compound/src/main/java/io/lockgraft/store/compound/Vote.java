package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What one server says to one request, from the question until it is given back. It has an owner of its own, so a late
 * answer can give back only its own grant. Listeners run without the vote's lock.
 */
final class Vote {
    private final Member member;
    private final Request request;
    private final boolean waits;
    private final boolean probe;

    /** The first time that it was asked; null before. */
    private volatile Attempt first;

    private volatile long askedAt;

    // Guarded by this.
    private final List<Attempt> attempts = new ArrayList<>(1);
    private Standing standing = Standing.OPEN;
    private boolean unwanted;

    /** Done where the answer came after the vote was given back, and its grant is on its way back. */
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    /**
     * @param waits whether it waits where the lock is held
     * @param probe whether no round waits for its answer
     */
    Vote(Member member, Request request, boolean waits, boolean probe) {
        this.member = member;
        this.request = request;
        this.waits = waits;
        this.probe = probe;
    }

    /** Asks the server, once earlier questions that were given back have left: they would stand in its way. */
    void ask(Consumer<Vote> listener) {
        CompletableFuture<?> before;
        boolean late;
        synchronized (this) {
            // Given back already, it would wait for itself.
            late = unwanted && !waits;
            before = late || waits ? null : member.leaving(request.keys());
        }
        if (late) {
            left.complete(null);
            return;
        }
        if (!waits) {
            member.asked();
        }
        if (before == null) {
            ask(request, listener);
        } else {
            before.whenComplete((done, error) -> askStill(listener));
        }
    }

    private void askStill(Consumer<Vote> listener) {
        boolean late;
        synchronized (this) {
            late = unwanted;
        }
        if (late) {
            left.complete(null);
        } else {
            ask(request, listener);
        }
    }

    /** Asks the server that has granted it to store a token that is at least this one. */
    void raise(long token, long deadline, Consumer<Vote> listener) {
        reopen();
        member.asked();
        ask(request.with(request.keys(), deadline).withTokenAbove(token - 1), listener);
    }

    private void ask(Request asked, Consumer<Vote> listener) {
        askedAt = System.nanoTime();
        Attempt attempt;
        try {
            attempt = member.store().acquire(asked);
        } catch (Throwable e) {
            answered(Answer.unavailable(e), listener);
            return;
        }
        boolean leave;
        synchronized (this) {
            attempts.add(attempt);
            first = attempts.get(0);
            leave = unwanted && waits;
        }
        if (leave) {
            attempt.abandon();
        }
        attempt.answer().thenAccept(answer -> answered(answer, listener));
    }

    private void answered(Answer answer, Consumer<Vote> listener) {
        if (answer.grant() != null) {
            heard(Standing.yes(answer.grant(), answer.grant().sentAt()));
        } else if (answer.isBusy()) {
            heard(Standing.NO);
        } else {
            member.missed(answer);
            leaveIf(stands(Standing.missing(answer)));
        }
        listener.accept(this);
    }

    /** Begins the lease of what it was granted anew, and finds out whether that still stands. */
    void confirm(Grant granted, Consumer<Vote> listener) {
        long sentAt = System.nanoTime();
        askedAt = sentAt;
        member.asked();
        CompletableFuture<Boolean> renewed;
        try {
            renewed = member.store().renew(Collections.singletonList(granted)).get(0);
        } catch (Throwable e) {
            answered(Answer.unavailable(e), listener);
            return;
        }
        renewed.whenComplete((ours, error) -> {
            if (error != null) {
                answered(Answer.unavailable(error), listener);
            } else {
                heard(ours ? Standing.yes(granted, sentAt) : Standing.NO);
                listener.accept(this);
            }
        });
    }

    /** It will be asked once more, and until then does not count. */
    synchronized void reopen() {
        standing = Standing.OPEN;
    }

    private void heard(Standing said) {
        long took = System.nanoTime() - askedAt;
        boolean late = stands(said);
        if (waits) {
            member.heard();
        } else {
            member.heardAfter(took);
        }
        leaveIf(late);
    }

    /** True where the answer comes after the vote was given back. */
    private synchronized boolean stands(Standing said) {
        standing = said;
        return unwanted;
    }

    private void leaveIf(boolean late) {
        if (late) {
            abandon();
            left.complete(null);
        }
    }

    /**
     * Gives back what it was or will be granted. One that is open is first answered: nothing could be given back
     * sooner, and so it shows whether the server is there.
     */
    void giveBack() {
        synchronized (this) {
            unwanted = true;
            if (standing.isOpen() && !waits) {
                member.leaves(request.keys(), left);
                return;
            }
        }
        abandon();
    }

    private void abandon() {
        List<Attempt> all;
        synchronized (this) {
            all = new ArrayList<>(attempts);
        }
        for (Attempt attempt : all) {
            attempt.abandon();
        }
    }

    Member member() {
        return member;
    }

    int number() {
        return member.number();
    }

    Request request() {
        return request;
    }

    boolean isProbe() {
        return probe;
    }

    synchronized Standing standing() {
        return standing;
    }

    /** Whether others hold what it waits for, as far as is known. */
    boolean isContended() {
        Attempt asked = first;
        return asked != null && asked.isContended();
    }
}

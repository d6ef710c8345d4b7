package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What one server says to one request, from the question until it is given back. It has an owner of its own, so a late
 * answer can give back only its own grant. Listeners run without the vote's lock.
 */
final class Vote {
    private final Membership membership;
    final Member member;
    final Request request;
    private final boolean waits;
    final boolean probe;
    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

    /** Done where the answer came after the vote was given back, and what it granted is on its way back. */
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    private final CompletableFuture<String> lost = new CompletableFuture<>();

    // Changed under this lock.
    private volatile Answer said;
    private volatile long since;
    private volatile boolean unwanted;
    private boolean isSent;

    /** The member's entry when it granted, or later. */
    private volatile StoreEntry credentials;

    /**
     * @param waits whether it waits where the lock is held
     * @param probe whether no round waits for its answer
     */
    Vote(Membership membership, Member member, Request request, boolean waits, boolean probe) {
        this.membership = membership;
        this.member = member;
        this.request = request;
        this.waits = waits;
        this.probe = probe;
    }

    /** Asks the server, once earlier questions that were given back have left: they would stand in its way. */
    void ask(Consumer<Vote> listener) {
        CompletableFuture<?> before = CompletableFuture.completedFuture(null);
        synchronized (this) {
            // Given back already, it would wait for itself.
            if (!waits && !unwanted) {
                before = member.returning(request.keys());
                member.asked();
            }
        }
        CompletableFuture<?> ready = membership.ready(member, request.leaseMillis());
        CompletableFuture.allOf(before, ready).whenComplete((done, error) -> {
            synchronized (this) {
                if (unwanted) {
                    return;
                }
                isSent = true;
            }
            Answer twin = membership.refused(member);
            send(() -> twin == null ? acquire(request) : completed(twin), listener);
        });
    }

    /** Asks the server that has granted it to store a token that is at least this one. */
    void raise(long token, long deadline, Consumer<Vote> listener) {
        reopen();
        member.asked();
        Request raised = request.with(request.keys(), deadline).withTokenAbove(token - 1);
        send(() -> acquire(raised), listener);
    }

    /** Begins the lease of what it was granted anew, and finds out whether that still stands. */
    void confirm(Grant granted, Consumer<Vote> listener) {
        member.asked();
        long sentAt = System.nanoTime();
        member.renew(Collections.singletonList(granted)).get(0).whenComplete((said, error) -> {
            Renewal renewal = error == null ? said : Renewal.unknown(cause(error));
            answered(answer(granted, renewal), sentAt, renewal.since(), listener);
        });
    }

    private static Answer answer(Grant granted, Renewal renewal) {
        if (renewal.isHeld()) {
            return Answer.granted(granted);
        }
        return renewal.isLost() ? Answer.busy() : Answer.unavailable(renewal.cause());
    }

    /** Whether a quarter of its lease is over, or more, so that it must be confirmed to count in another round. */
    boolean isOld(long now) {
        return now - since > leaseNanos() / 4;
    }

    /**
     * The lease that the server has granted, as far as a caller may rely on it; where it has not, what is wished for.
     */
    long leaseNanos() {
        Grant granted = grant();
        return granted == null
                ? request.leaseNanos()
                : TimeUnit.MILLISECONDS.toNanos(MajorityStore.leaseMillis(granted));
    }

    private void send(Supplier<CompletableFuture<Answer>> question, Consumer<Vote> listener) {
        long sentAt = System.nanoTime();
        CompletableFuture<Answer> answer;
        try {
            answer = question.get();
        } catch (Throwable e) { // what waits for it to leave would wait for good
            answered(Answer.unavailable(e), sentAt, 0, listener);
            return;
        }
        answer.whenComplete((given, error) -> {
            Answer its = error == null ? given : Answer.unavailable(cause(error));
            answered(its, sentAt, its.grant() == null ? 0 : its.grant().sentAt(), listener);
        });
    }

    /** What has failed a future, without what its stages put around it. */
    static Throwable cause(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    private CompletableFuture<Answer> acquire(Request asked) {
        Attempt attempt = member.store.acquire(asked);
        attempts.add(attempt);
        if (unwanted && waits) {
            attempt.abandon();
        }
        return attempt.answer().thenCompose(given -> given.grant() == null ? completed(given) : withEntry(given));
    }

    /** A grant counts as the member's entry says, as it is in the step that grants or behind it. */
    private CompletableFuture<Answer> withEntry(Answer given) {
        StoreEntry told = given.grant().entry();
        CompletableFuture<StoreEntry> entry = told != null ? completed(told) : member.store.entry(membership.namespace);
        return entry.thenApply(read -> {
            credentials = read;
            membership.see(member, read);
            return judged(given);
        });
    }

    /**
     * The same answer; or no vote instead of a grant that does not count. A grant that counted while no list of members
     * was known may not count any more.
     */
    Answer judged(Answer given) {
        boolean granted = given != null && given.grant() != null;
        return granted ? membership.judged(member, credentials, given, request.leaseMillis()) : given;
    }

    /**
     * No token that any majority gave before its server lost its data reaches this number: it is the time since when
     * the server votes again, in microseconds. 0 where it never lost them.
     */
    long tokensBefore() {
        return 1_000 * membership.votesSince(member, credentials);
    }

    private static <T> CompletableFuture<T> completed(T value) {
        return CompletableFuture.completedFuture(value);
    }

    /** @param leaseSince from when on the lease of what it grants runs */
    private void answered(Answer answer, long sentAt, long leaseSince, Consumer<Vote> listener) {
        long took = System.nanoTime() - sentAt;
        Grant grant = answer.grant();
        boolean late;
        synchronized (this) {
            since = leaseSince;
            said = answer;
            late = unwanted;
        }
        if (grant != null && grant.lost() != null) {
            grant.lost().thenAccept(lost::complete);
        }
        if (grant == null && !answer.isBusy()) {
            member.missed(answer);
        } else if (waits) {
            member.heard();
        } else {
            member.heardAfter(took);
        }
        if (late) {
            abandon();
            left.complete(null);
        }
        listener.accept(this);
    }

    /** It will be asked once more, and until then does not count. */
    synchronized void reopen() {
        said = null;
    }

    /**
     * Gives back what it was or will be granted. One that is open is first answered: nothing could be given back
     * sooner, and so it shows whether the server is there.
     */
    void giveBack() {
        synchronized (this) {
            unwanted = true;
            if (!isSent) {
                return;
            }
            if (said == null && !waits) {
                member.returns(request.keys(), left);
                return;
            }
        }
        abandon();
    }

    /** Each attempt once. A release is kept, because the end of the JVM waits for it. */
    private void abandon() {
        for (Attempt each : new ArrayList<>(attempts)) {
            Answer given = each.answer().exceptionally(failure -> null).getNow(null);
            boolean isFirst = attempts.remove(each);
            if (isFirst && given != null && given.grant() != null) {
                member.leaving.add(given.grant().release());
            } else if (isFirst) {
                each.abandon();
            }
        }
    }

    /** What the server has said by now, or null. */
    Answer said() {
        return said;
    }

    /** Who holds the lock there; null where the server does not tell. */
    String holder() {
        String holder = null;
        for (Attempt each : attempts) {
            holder = each.holder() == null ? holder : each.holder();
        }
        return holder;
    }

    /** What the server has granted by now, or null. */
    Grant grant() {
        Answer answer = said;
        return answer == null ? null : answer.grant();
    }

    /** From when the lease of what it was granted counts: that of a session may have begun before the question. */
    long since() {
        return since;
    }

    /** Completes when the server itself tells of the loss of what it granted, with a text for the log. */
    CompletableFuture<String> lost() {
        return lost;
    }
}

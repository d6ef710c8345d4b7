package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A lock that most servers have granted; those that grant it later join, and those that lost it are asked again. */
final class MajorityGrant implements Grant {
    /** A vote that comes later than this after most were there is given back, and asked for again at a renewal. */
    private static final long LATE = TimeUnit.MILLISECONDS.toNanos(100);

    private final MajorityStore quorum;
    private final Request request;
    private final long sentAt;
    private final long token;

    // Guarded by this.
    /** One for each server: granted, or still pending; null where there is none. */
    private final Vote[] votes;

    /** Those of them that have not been counted; they will be heard of. */
    private final Set<Vote> pending;

    private final Set<Vote> newcomers = new HashSet<>();
    private long confirmed = System.nanoTime();
    private boolean over;

    MajorityGrant(MajorityStore quorum, Request request, Votes.Count count, long token) {
        this.quorum = quorum;
        this.request = request;
        this.votes = count.granted();
        this.pending = count.pending();
        this.sentAt = count.begun();
        this.token = token;
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return sentAt;
    }

    @Override
    public long token() {
        return token;
    }

    /** A server has answered after the grant was given. */
    void joined(Vote vote) {
        boolean joins;
        Standing said = vote.standing();
        synchronized (this) {
            if (!pending.remove(vote)) {
                return; // counted before it was heard of
            }
            boolean ours = votes[vote.number()] == vote;
            joins = ours && !over && said.isYes() && System.nanoTime() - confirmed <= LATE;
            if (joins) {
                newcomers.add(vote);
            } else if (ours) {
                votes[vote.number()] = null;
            }
        }
        if (!joins) {
            vote.giveBack();
        } else if (request.kind() == LockKind.FENCED && said.grant().token() < token) {
            synchronized (this) {
                newcomers.remove(vote);
                pending.add(vote);
            }
            vote.raise(token, System.nanoTime() + LATE, this::joined);
        }
    }

    /**
     * The owner asks again: nothing joins any more, and pending votes are given back, because the new attempt asks
     * there in a name of its own. Returns the name in which each server has granted it, null where none has.
     */
    Long[] succeeded() {
        List<Vote> open = new ArrayList<>();
        Long[] owners = new Long[votes.length];
        synchronized (this) {
            over = true;
            for (int i = 0; i < votes.length; i++) {
                if (votes[i] != null && pending.contains(votes[i])) {
                    open.add(votes[i]);
                    votes[i] = null;
                } else if (votes[i] != null) {
                    owners[i] = votes[i].request().owner();
                }
            }
        }
        for (Vote vote : open) {
            vote.giveBack();
        }
        return owners;
    }

    @Override
    public CompletableFuture<Boolean> release() {
        return end(Grant::release);
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(long millis) {
        return end(grant -> grant.releaseAfter(millis));
    }

    private CompletableFuture<Boolean> end(Function<Grant, CompletableFuture<Boolean>> command) {
        quorum.forget(this);
        Ballot ballot;
        List<Vote> open;
        synchronized (this) {
            over = true;
            ballot = ballot();
            open = new ArrayList<>(pending);
        }
        for (int i = ballot.size() - 1; i >= 0; i--) {
            ballot.await(i, command.apply(ballot.grant(i)));
        }
        for (Vote vote : open) {
            vote.giveBack();
        }
        return quorum.verdict(ballot, request);
    }

    /** A question to all servers that have granted it. */
    synchronized Ballot ballot() {
        Ballot ballot = new Ballot(quorum.majority());
        for (Vote vote : votes) {
            Standing said = vote == null ? Standing.OPEN : vote.standing();
            if (said.isYes() && !pending.contains(vote)) {
                ballot.add(vote, said.grant(), newcomers.contains(vote));
            }
        }
        return ballot;
    }

    /**
     * Most servers have confirmed a renewal: their newcomers are so no longer. Each server without a vote is asked for
     * one, so that the next failure does not end the lock. A later answer counts for the next renewal, or a server that
     * is always the last would never count.
     */
    void confirmed(Ballot ballot) {
        List<Vote> asked = new ArrayList<>();
        synchronized (this) {
            if (over) {
                return;
            }
            confirmed = System.nanoTime();
            ballot.tellLater(this::answeredLate);
            newcomers.removeAll(ballot.confirmed());
            for (Vote lost : ballot.lost()) {
                newcomers.remove(lost);
                votes[lost.number()] = votes[lost.number()] == lost ? null : votes[lost.number()];
            }
            for (int i = 0; i < votes.length; i++) {
                if (votes[i] == null) {
                    votes[i] = quorum.vote(i, fresh());
                    if (votes[i] != null) {
                        asked.add(votes[i]);
                    }
                }
            }
            pending.addAll(asked);
        }
        for (Vote vote : asked) {
            vote.ask(this::joined);
        }
    }

    private synchronized void answeredLate(Vote vote, boolean ours) {
        newcomers.remove(vote);
        if (!ours && votes[vote.number()] == vote) {
            votes[vote.number()] = null;
        }
    }

    /** With a deadline of its own: the call's is mostly over by now. */
    private Request fresh() {
        Request again = request.with(request.keys(), System.nanoTime() + LATE).once();
        return request.kind() == LockKind.FENCED ? again.withTokenAbove(token - 1) : again;
    }
}

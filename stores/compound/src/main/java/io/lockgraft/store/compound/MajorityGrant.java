package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A lock that most servers have granted; those that grant it later join, and those that lost it are asked again. */
final class MajorityGrant implements Grant {
    /** The least time for a vote behind a majority, see {@link #voteNanos}. */
    private static final long LEAST_VOTE = TimeUnit.MILLISECONDS.toNanos(100);

    private final MajorityStore quorum;
    private final Request request;
    private final long sentAt;
    private final long leaseMillis;
    private final long token;
    private final CompletableFuture<String> lost = new CompletableFuture<>();

    // Guarded by this.
    /** One for each server: granted, or still pending; null where there is none. */
    private final Vote[] votes;

    /** Those of them that have not been counted; they will be heard of. */
    private final Set<Vote> pending = new HashSet<>();

    private final Set<Vote> newcomers = new HashSet<>();

    /** From when the last lease counts that most have confirmed. Until its end none of them lets anybody else in. */
    private long confirmed;

    private boolean over;

    /** @param votes those that have granted it in this count, or still may */
    MajorityGrant(MajorityStore quorum, Request request, Vote[] votes, RoundCount count) {
        this.quorum = quorum;
        this.request = request;
        this.votes = votes;
        this.sentAt = count.begun();
        this.leaseMillis = count.leaseMillis();
        this.token = count.token();
        this.confirmed = sentAt;
        for (Vote vote : votes) {
            if (vote != null && count.said(vote.member.number) == null) {
                pending.add(vote);
            }
        }
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public long sentAt() {
        return sentAt;
    }

    /** So long most servers hold it. */
    @Override
    public long leaseMillis() {
        return leaseMillis;
    }

    private long leaseNanos() {
        return TimeUnit.MILLISECONDS.toNanos(leaseMillis);
    }

    @Override
    public long token() {
        return token;
    }

    /** For so long a server without a vote is asked: half of the time until a renewal asks it again. */
    private long voteNanos() {
        return Math.max(LEAST_VOTE, leaseNanos() / 6);
    }

    /** Listens to the losses that servers tell. Called once, before the grant is given. */
    void listen() {
        for (Vote vote : votes) {
            if (vote != null) {
                vote.lost().thenAccept(why -> lost(vote, why));
            }
        }
    }

    /** Completes when servers have told of so many losses that most do not hold the lock any more. */
    @Override
    public CompletableFuture<String> lost() {
        return lost;
    }

    /** Called when a server tells that it has lost the lock. As in a {@link Ballot}, newcomers hide no loss. */
    private void lost(Vote vote, String why) {
        long held;
        synchronized (this) {
            if (over || votes[vote.member.number] != vote) {
                return;
            }
            drop(vote);
            held = Arrays.stream(votes)
                    .filter(each -> each != null && !pending.contains(each) && !newcomers.contains(each))
                    .count();
        }
        vote.giveBack();
        if (held < quorum.majority()) {
            lost.complete(vote.member + " has lost it, and most stores hold it no more: " + why);
        }
    }

    /** Called with the lock. A renewal asks this server anew. */
    private void drop(Vote vote) {
        pending.remove(vote);
        newcomers.remove(vote);
        votes[vote.member.number] = null;
    }

    /**
     * A server has answered after the grant was given. It joins while the lease lasts that most have confirmed: behind
     * that, others may have had the lock meanwhile, there and at one of these.
     */
    void joined(Vote vote) {
        Grant granted = vote.grant();
        boolean joins;
        boolean raised;
        synchronized (this) {
            if (!pending.remove(vote)) {
                return;
            }
            boolean ours = votes[vote.member.number] == vote;
            joins = ours && !over && granted != null && System.nanoTime() - confirmed < leaseNanos();
            raised = joins && request.kind() == LockKind.FENCED && granted.token() < token;
            if (raised) {
                pending.add(vote);
            } else if (joins) {
                newcomers.add(vote);
            } else if (ours) {
                votes[vote.member.number] = null;
            }
        }
        if (raised) {
            vote.raise(token, System.nanoTime() + voteNanos(), this::joined);
        } else if (!joins) {
            vote.giveBack();
        }
    }

    /**
     * The owner asks again: nothing joins any more, and pending votes are given back, because the new attempt asks
     * there in a name of its own. Returns the name in which each server has granted it, or null.
     */
    Owner[] succeeded() {
        Owner[] owners = new Owner[votes.length];
        List<Vote> open;
        synchronized (this) {
            over = true;
            open = new ArrayList<>(pending);
            for (Vote vote : votes) {
                if (vote != null && !pending.contains(vote)) {
                    owners[vote.member.number] = vote.request.owner();
                }
            }
        }
        open.forEach(Vote::giveBack);
        return owners;
    }

    @Override
    public CompletableFuture<Renewal> release() {
        return end(Grant::release);
    }

    @Override
    public CompletableFuture<Renewal> releaseAfter(long millis) {
        quorum.willKeep(millis);
        return end(grant -> grant.releaseAfter(millis));
    }

    private CompletableFuture<Renewal> end(Function<Grant, CompletableFuture<Renewal>> command) {
        quorum.forget(this);
        Ballot ballot;
        List<Vote> open;
        synchronized (this) {
            over = true;
            ballot = ballot();
            open = new ArrayList<>(pending);
        }
        for (int i = ballot.seats.size() - 1; i >= 0; i--) {
            Ballot.Seat seat = ballot.seats.get(i);
            seat.await(command.apply(seat.grant));
        }
        open.forEach(Vote::giveBack);
        return ballot.verdict(quorum.clock, leaseNanos());
    }

    /** A question to all servers that have granted it. */
    synchronized Ballot ballot() {
        Ballot ballot = new Ballot(quorum.majority());
        for (int i : quorum.order()) {
            Vote vote = votes[i];
            Grant granted = vote == null || pending.contains(vote) ? null : vote.grant();
            if (granted != null) {
                ballot.seats.add(new Ballot.Seat(vote, granted, newcomers.contains(vote)));
            }
        }
        return ballot;
    }

    /**
     * The verdict of a renewal, once all servers have been asked. Each server without a vote is asked for one, whatever
     * the others say: one that goes next must not end the lock. The answer counts for the next renewal, or a server
     * that is always the last would never count.
     */
    CompletableFuture<Renewal> renewed(Ballot ballot) {
        askMissing();
        CompletableFuture<Renewal> verdict = ballot.verdict(quorum.clock, leaseNanos());
        verdict.thenAccept(said -> confirmed(ballot, said));
        return verdict;
    }

    /** Where most servers have confirmed a renewal, their newcomers are so no longer. */
    private void confirmed(Ballot ballot, Renewal said) {
        synchronized (this) {
            if (over || !said.isHeld()) {
                return;
            }
            confirmed = said.since();
        }
        for (Ballot.Seat seat : ballot.seats) {
            seat.answer().thenAccept(still -> answered(seat.vote, still));
        }
        askMissing();
    }

    private void askMissing() {
        for (Vote vote : missing()) {
            vote.lost().thenAccept(why -> lost(vote, why));
            vote.ask(this::joined);
        }
    }

    /** A new vote for each server that has none. */
    private synchronized List<Vote> missing() {
        List<Vote> missing = new ArrayList<>();
        for (int i = 0; i < votes.length && !over; i++) {
            Vote vote = votes[i] == null ? quorum.vote(i, fresh(), null) : null;
            if (vote != null) {
                votes[i] = vote;
                missing.add(vote);
            }
        }
        pending.addAll(missing);
        return missing;
    }

    /** Of several keys a server may have lost one: the others are given back. */
    private void answered(Vote vote, Renewal said) {
        boolean dropped;
        synchronized (this) {
            if (said.isHeld()) {
                newcomers.remove(vote);
            }
            dropped = said.isLost() && votes[vote.member.number] == vote;
            if (dropped) {
                drop(vote);
            }
        }
        if (dropped) {
            vote.giveBack();
        }
    }

    /** With a deadline of its own: the call's is mostly over by now. */
    private Request fresh() {
        Request again =
                request.with(request.keys(), System.nanoTime() + voteNanos()).once();
        return request.kind() == LockKind.FENCED ? again.withTokenAbove(token - 1) : again;
    }
}

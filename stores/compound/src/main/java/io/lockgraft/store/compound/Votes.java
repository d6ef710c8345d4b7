package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The votes of one request. Each server has one or none. One more, the doorbell, waits as an ordinary waiter where
 * others hold the lock; it rings when that server lets the request in, or cannot say. Votes that are dropped are given
 * back. Guarded by its attempt.
 */
final class Votes {
    private final MajorityStore quorum;
    private final Request request;
    private final Consumer<Vote> listener;
    private final Queue<Runnable> outside;
    private final Vote[] votes;

    /** In whose name each server is asked first; null for a new one. */
    private final Owner[] owners;

    /** Null where it waits nowhere. */
    private Vote doorbell;

    /**
     * @param owners the name in which each server has granted it already; null where none has
     * @param listener is told of each answer, also of a vote that was dropped
     * @param outside what is to be done at servers, once the attempt's lock is free
     */
    Votes(MajorityStore quorum, Request request, Owner[] owners, Consumer<Vote> listener, Queue<Runnable> outside) {
        this.quorum = quorum;
        this.request = request;
        this.owners = owners;
        this.listener = listener;
        this.outside = outside;
        this.votes = new Vote[owners.length];
    }

    /** Whether there is one at its server that has been granted. */
    private boolean isYes(int server) {
        return votes[server] != null && votes[server].grant() != null;
    }

    /** Whether it is the one that counts at its server. */
    boolean has(Vote vote) {
        return votes[vote.member.number] == vote;
    }

    private void drop(int server) {
        if (votes[server] != null) {
            outside.add(votes[server]::giveBack);
            votes[server] = null;
        }
    }

    /** Keeps only what servers before this one have granted; nothing where it is -1. */
    void keepBefore(int server) {
        boolean before = server >= 0;
        for (int i : quorum.order()) {
            before &= i != server;
            if (!before || !isYes(i)) {
                drop(i);
            }
        }
    }

    /** Who holds the lock at this server; null where it does not tell. */
    String holder(int server) {
        return votes[server] == null ? null : votes[server].holder();
    }

    /** Asks each server from which there is nothing. A server whose lease began long ago confirms it. */
    void ask(long now) {
        for (int i = 0; i < votes.length; i++) {
            Vote kept = votes[i];
            if (kept == null) {
                Vote asked = quorum.vote(i, request, owners[i]);
                votes[i] = asked;
                owners[i] = null;
                if (asked != null) {
                    outside.add(() -> asked.ask(listener));
                }
            } else if (kept.grant() != null && kept.isOld(now)) {
                Grant granted = kept.grant();
                kept.reopen();
                outside.add(() -> kept.confirm(granted, listener));
            }
        }
    }

    /** The shortest of the leases that were granted, and of what is wished for. */
    long leaseNanos() {
        long shortest = request.leaseNanos();
        for (Vote vote : votes) {
            shortest = vote == null ? shortest : Math.min(shortest, vote.leaseNanos());
        }
        return shortest;
    }

    RoundCount count(long began, boolean hurried) {
        return new RoundCount(votes, quorum.order(), quorum.majority(), request.kind(), began, hurried);
    }

    /** Asks those that have granted it with a lower token than this to store it. */
    void raise(long token) {
        for (Vote vote : votes) {
            Grant granted = vote == null ? null : vote.grant();
            if (granted != null && granted.token() < token) {
                vote.reopen();
                outside.add(() -> vote.raise(token, vote.request.deadline(), listener));
            }
        }
    }

    /** What has granted it in this count, or still may. The rest is dropped. */
    Vote[] granted(RoundCount count) {
        for (int i = 0; i < votes.length; i++) {
            Answer said = count.said(i);
            if (said != null && said.grant() == null) {
                drop(i);
            }
        }
        return votes.clone();
    }

    /** Whether that is the answer that is waited for. */
    boolean isDoorbell(Vote vote) {
        return doorbell == vote;
    }

    /** Goes on waiting where it does, or begins to there; -1 for nowhere. */
    void waitAt(int server) {
        if (doorbellServer() == server) {
            return;
        }
        cancelDoorbell();
        if (server >= 0) {
            Vote next = quorum.doorbell(server, request);
            doorbell = next;
            outside.add(() -> next.ask(listener));
        }
    }

    /** At which server it waits; -1 where at none. */
    int doorbellServer() {
        return doorbell == null ? -1 : doorbell.member.number;
    }

    /** The bell has rung. Whether the server has let the request in; its vote then counts. */
    boolean rung() {
        Vote rung = doorbell;
        doorbell = null;
        if (rung.grant() == null) {
            outside.add(rung::giveBack); // of a server without a vote it may have a grant
            return false;
        }
        if (isYes(rung.member.number)) {
            outside.add(rung::giveBack); // a look got there first
        } else {
            drop(rung.member.number);
            votes[rung.member.number] = rung;
        }
        return true;
    }

    /** It waits there no more. */
    void cancelDoorbell() {
        if (doorbell != null) {
            outside.add(doorbell::giveBack);
            doorbell = null;
        }
    }
}

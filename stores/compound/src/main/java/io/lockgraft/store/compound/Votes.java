package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The votes of one request, one for each server or none; those that are dropped are given back. Guarded by its attempt.
 */
final class Votes {
    private final Vote[] votes;
    private final int majority;
    private final LockKind kind;
    private final Queue<Runnable> outside;

    /** @param outside what is to be done at servers, once the attempt's lock is free */
    Votes(int servers, int majority, LockKind kind, Queue<Runnable> outside) {
        this.votes = new Vote[servers];
        this.majority = majority;
        this.kind = kind;
        this.outside = outside;
    }

    /** Whether there is one at its server that has been granted. */
    boolean isYes(int server) {
        return votes[server] != null && votes[server].grant() != null;
    }

    /** Whether it is the one that counts at its server. */
    boolean has(Vote vote) {
        return votes[vote.number()] == vote;
    }

    /** In the place of the one that was there. */
    void put(Vote vote) {
        drop(vote.number());
        votes[vote.number()] = vote;
    }

    private void drop(int server) {
        if (votes[server] != null) {
            outside.add(votes[server]::giveBack);
            votes[server] = null;
        }
    }

    /** Keeps only what servers with lower numbers than this one have granted. */
    void keepBefore(int server) {
        for (int i = 0; i < votes.length; i++) {
            if (i >= server || !isYes(i)) {
                drop(i);
            }
        }
    }

    void dropAll() {
        keepBefore(0);
    }

    /**
     * Asks each server from which there is nothing. A server whose lease began before {@code oldest} confirms it.
     *
     * @param question the question to a server; null where it is not asked now
     */
    void ask(IntFunction<Vote> question, long oldest, Consumer<Vote> listener) {
        for (int i = 0; i < votes.length; i++) {
            Vote kept = votes[i];
            Vote asked = kept == null ? question.apply(i) : null;
            if (asked != null) {
                votes[i] = asked;
                outside.add(() -> asked.ask(listener));
            } else if (kept != null && kept.since() - oldest < 0) {
                Grant granted = kept.grant();
                kept.reopen();
                outside.add(() -> kept.confirm(granted, listener));
            }
        }
    }

    RoundCount count(Round round) {
        return new RoundCount(votes, majority, kind, round);
    }

    /** Asks those that have granted it with a lower token than this to store it; {@code listener} hears of it. */
    void raise(long token, Consumer<Vote> listener) {
        for (Vote vote : votes) {
            Grant granted = vote == null ? null : vote.grant();
            if (granted != null && granted.token() < token) {
                vote.reopen();
                outside.add(() -> vote.raise(token, vote.request().deadline(), listener));
            }
        }
    }

    /** What has granted it in this count, or still may. The rest is dropped. */
    Vote[] granted(RoundCount count) {
        for (int i = 0; i < votes.length; i++) {
            if (count.hasFailed(i)) {
                drop(i);
            }
        }
        return votes.clone();
    }
}

package io.lockgraft.store.compound;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
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

    int size() {
        return votes.length;
    }

    /** Of none, as of one that has not been answered. */
    private static Standing standing(Vote vote) {
        return vote == null ? Standing.OPEN : vote.standing();
    }

    /** Whether there is one at its server that has been granted. */
    boolean isYes(int server) {
        return standing(votes[server]).isYes();
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

    void drop(int server) {
        if (votes[server] != null) {
            outside.add(votes[server]::giveBack);
            votes[server] = null;
        }
    }

    void dropAll() {
        for (int i = 0; i < votes.length; i++) {
            drop(i);
        }
    }

    /** Keeps only what servers with lower numbers than this one have granted. */
    void keepBefore(int server) {
        for (int i = 0; i < votes.length; i++) {
            if (i >= server || !standing(votes[i]).isYes()) {
                drop(i);
            }
        }
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
            } else if (kept != null && kept.standing().since() - oldest < 0) {
                Grant granted = kept.standing().grant();
                kept.reopen();
                outside.add(() -> kept.confirm(granted, listener));
            }
        }
    }

    RoundCount turnout(Round round) {
        return new RoundCount(votes, majority, kind, round);
    }

    /** Whether most have this token or a greater one; else they are asked to, and {@code listener} hears of it. */
    boolean store(long token, Consumer<Vote> listener) {
        int stored = 0;
        for (Vote vote : votes) {
            Standing said = standing(vote);
            stored += said.isYes() && said.grant().token() >= token ? 1 : 0;
        }
        if (stored >= majority) {
            return true;
        }
        for (Vote vote : votes) {
            Standing said = standing(vote);
            if (said.isYes() && said.grant().token() < token) {
                vote.reopen();
                outside.add(() -> vote.raise(token, vote.request().deadline(), listener));
            }
        }
        return false;
    }

    /** The grants by now; what is granted a moment later does not count. */
    Count count() {
        return new Count();
    }

    /** The votes that have granted it at one moment. */
    final class Count {
        private final Set<Vote> uncounted = new HashSet<>();
        private final long[] tokens = new long[votes.length];
        private final long begun;
        private final long age;

        private Count() {
            long now = System.nanoTime();
            long oldest = 0;
            int yes = 0;
            for (Vote vote : votes) {
                Standing said = standing(vote);
                if (vote != null && !said.isYes()) {
                    uncounted.add(vote); // though it may be granted in this moment
                } else if (vote != null) {
                    oldest = yes == 0 ? now - said.since() : Math.max(oldest, now - said.since());
                    tokens[yes++] = said.grant().token();
                }
            }
            age = oldest;
            begun = now - oldest;
            Arrays.sort(tokens, 0, yes);
        }

        /** How long ago the first of their leases began, at the most. */
        long age() {
            return age;
        }

        /** When that was. */
        long begun() {
            return begun;
        }

        /** The greatest token of the majority whose tokens are the smallest. */
        long token() {
            return kind == LockKind.FENCED ? tokens[majority - 1] : 0;
        }

        /** All but those that are not counted and cannot grant it any more: these are dropped. */
        Vote[] granted() {
            for (int i = 0; i < votes.length; i++) {
                Vote vote = votes[i];
                if (uncounted.contains(vote) && isDecided(standing(vote))) {
                    uncounted.remove(vote);
                    drop(i);
                }
            }
            return votes.clone();
        }

        /** Whether it is something else already, and will not become this. */
        private boolean isDecided(Standing said) {
            return !said.isOpen() && !said.isYes();
        }

        /** Those of the granted ones that are not counted. */
        Set<Vote> pending() {
            return uncounted;
        }
    }
}

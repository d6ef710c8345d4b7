package io.lockgraft.store.compound;

import io.lockgraft.spi.LockKind;

/** How a round of voting stands. */
final class RoundCount {
    /** The lowest-numbered server that has a say. */
    private enum Leader {
        UNKNOWN,
        OPEN,
        YES,
        NO
    }

    private final int majority;
    private final boolean ordered;
    private int yes;
    private int no;
    private int open;
    private int refused;

    private int lowestNo = -1;
    private boolean openBelow;
    private long patience;
    private Leader leader = Leader.UNKNOWN;
    private Throwable cause;

    /** @param votes one for each server, null where it was not asked */
    RoundCount(Vote[] votes, int majority, LockKind kind, Round round) {
        this.majority = majority;
        this.ordered = kind == LockKind.FAIR || kind == LockKind.READ || kind == LockKind.WRITE;
        for (Vote vote : votes) {
            if (vote != null) {
                count(vote, vote.standing(), round);
            }
        }
    }

    private void count(Vote vote, Standing said, Round round) {
        if (said.isYes()) {
            yes++;
            lead(Leader.YES);
        } else if (said.isNo()) {
            no++;
            if (lowestNo < 0) {
                lowestNo = vote.number();
                openBelow = open > 0;
            }
            lead(Leader.NO);
        } else if (said.isOpen()) {
            if (!round.isHurried() && !vote.isProbe()) {
                open++;
                lead(Leader.OPEN);
                patience = Math.max(patience, vote.member().patience(round.began()));
            }
        } else {
            refused += said.isRefused() ? 1 : 0;
            cause = cause == null ? said.cause() : cause;
        }
    }

    private void lead(Leader says) {
        leader = leader == Leader.UNKNOWN ? says : leader;
    }

    /** Most have granted it; and where there is a queue, the server that has it, too. */
    boolean isWon() {
        return yes >= majority && (!ordered || leader == Leader.YES);
    }

    /** It cannot be won any more, and the server to wait at is known: the same for all attempts. */
    boolean isLost() {
        return isHopeless() && !(isQuorate() ? openBelow : mayBeQuorate());
    }

    /** It cannot be won any more. */
    private boolean isHopeless() {
        return yes + open < majority || (ordered && leader == Leader.NO && isQuorate());
    }

    /** Whether open answers may make the difference between busy and unavailable. */
    private boolean mayBeQuorate() {
        return yes + no + open >= majority;
    }

    /** Whether open answers are waited for only a little longer. */
    boolean isAlmostOver() {
        return isQuorate() || isHopeless();
    }

    /** Most have said something. */
    boolean isQuorate() {
        return yes + no >= majority;
    }

    /** Whether the servers that have not answered have kept other rounds waiting already: this one does not wait. */
    boolean isWaitingInVain() {
        return open > 0 && patience == 0 && isQuorate();
    }

    /** For how long open answers are waited for at least: one of these servers may have the queue. */
    long patience() {
        return ordered ? patience : 0;
    }

    int answered() {
        return yes + no;
    }

    boolean hasNo() {
        return no > 0;
    }

    /** The lowest-numbered server where others hold the lock. */
    int lowestNo() {
        return lowestNo;
    }

    int refused() {
        return refused;
    }

    /** What the first server that did not say gave as its reason, or null. */
    Throwable cause() {
        return cause;
    }
}

package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/** How a round of voting stands at one moment. What is said a moment later does not count. */
final class RoundCount {
    private final int majority;
    private final LockKind kind;
    private final boolean ordered;

    /** By server; null where it was not asked, or has not answered. */
    private final Answer[] said;

    private int yes;
    private int no;
    private int open;
    private int refused;

    private int firstNo = -1;
    private boolean openBefore;
    private long patience;

    /** What tokens that servers have forgotten do not reach. */
    private long tokensBefore;

    /** When the first of the leases began, at the earliest. */
    private long begun = System.nanoTime();

    private Throwable cause;

    /** What the first server says that has a say; null while that is open. */
    private Answer leader;

    /**
     * @param votes one for each server, null where it was not asked
     * @param order the numbers of the servers, in their order
     * @param began when the round did
     * @param hurried whether those that have not answered are waited for no more
     */
    RoundCount(Vote[] votes, int[] order, int majority, LockKind kind, long began, boolean hurried) {
        this.majority = majority;
        this.kind = kind;
        this.ordered = kind == LockKind.FAIR || kind == LockKind.READ || kind == LockKind.WRITE;
        this.said = new Answer[votes.length];
        for (int i : order) {
            said[i] = votes[i] == null ? null : votes[i].said();
        }
        // Behind all answers: the last of them may have told the list of members that the others are held to.
        for (int i : order) {
            if (votes[i] != null) {
                said[i] = votes[i].judged(said[i]);
                count(votes[i], said[i], began, hurried);
            }
        }
    }

    private void count(Vote vote, Answer answer, long began, boolean hurried) {
        leader = yes + no + open == 0 ? answer : leader;
        if (answer == null) {
            if (!hurried && !vote.probe) {
                open++;
                patience = Math.max(patience, vote.member.patience(began));
            }
        } else if (answer.grant() != null) {
            yes++;
            tokensBefore = kind == LockKind.FENCED ? Math.max(tokensBefore, vote.tokensBefore()) : 0;
            begun = vote.since() - begun < 0 ? vote.since() : begun;
        } else if (answer.isBusy()) {
            if (no++ == 0) {
                firstNo = vote.member.number;
                openBefore = open > 0;
            }
        } else {
            refused += answer.isRefused() ? 1 : 0;
            cause = cause == null || answer.cause() instanceof NoVoteException ? answer.cause() : cause;
        }
    }

    /** Most have granted it; and where there is a queue, the server that has it, too. */
    boolean isWon() {
        return yes >= majority && (!ordered || leader != null && leader.grant() != null);
    }

    /** It cannot be won any more, and the server to wait at is known: the same for all attempts. */
    boolean isLost() {
        return isHopeless() && !(isQuorate() ? openBefore : mayBeQuorate());
    }

    /** It cannot be won any more. */
    private boolean isHopeless() {
        return yes + open < majority || (ordered && leader != null && leader.isBusy() && isQuorate());
    }

    /** Whether open answers may make the difference between busy and unavailable. */
    private boolean mayBeQuorate() {
        return yes + no + open >= majority;
    }

    /** Most have said something. */
    boolean isQuorate() {
        return yes + no >= majority;
    }

    /** Most have said something, and others hold it somewhere. */
    boolean isBusy() {
        return isQuorate() && no > 0;
    }

    /** Most can never say anything. */
    boolean isRefused() {
        return refused > said.length - majority;
    }

    /** Whether the servers that have not answered have kept other rounds waiting already: this one does not wait. */
    boolean isWaitingInVain() {
        return open > 0 && patience == 0 && isQuorate();
    }

    /** For how long open answers are waited for at least: one of these servers may have the queue. */
    long patience() {
        return ordered ? patience : 0;
    }

    /** The first server where others hold the lock. */
    int firstNo() {
        return firstNo;
    }

    /** What this server has said; null where it was not asked, or has not answered. */
    Answer said(int server) {
        return said[server];
    }

    long begun() {
        return begun;
    }

    /** The longest lease that most have granted. */
    long leaseMillis() {
        return granted(MajorityStore::leaseMillis)[yes - majority];
    }

    /**
     * The greatest token of the majority whose tokens are the smallest, and greater than what a server among them may
     * have forgotten: each other majority has one of these servers.
     */
    long token() {
        return kind == LockKind.FENCED ? Math.max(tokensBefore, tokens()[majority - 1]) : 0;
    }

    /** Whether most have this token or a greater one. */
    boolean isStored(long token) {
        return kind != LockKind.FENCED || tokens()[yes - majority] >= token;
    }

    private long[] tokens() {
        return granted(Grant::token);
    }

    /** Of those that have granted it, the smallest first. */
    private long[] granted(ToLongFunction<Grant> number) {
        return Arrays.stream(said)
                .filter(answer -> answer != null && answer.grant() != null)
                .map(Answer::grant)
                .mapToLong(number)
                .sorted()
                .toArray();
    }

    /** Why most could not say, with what the first of them gave as its reason. */
    NoMajorityException trouble() {
        String other = cause == null || cause.getMessage() == null ? "" : "; of another: " + cause.getMessage();
        return new NoMajorityException(
                "only " + (yes + no) + " of " + said.length + " lock servers answer" + other, cause);
    }
}

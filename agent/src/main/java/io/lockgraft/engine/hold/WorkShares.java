package io.lockgraft.engine.hold;

import java.util.Arrays;

/**
 * What keeps a hold after its bodies: the works that have a share in it. From the end of the last body on no interrupt
 * is sent to the thread, and the shares in outer holds are work as well: their threads may have gone on.
 */
public final class WorkShares {
    private static final Work[] NONE = {};

    private final Hold hold;
    private volatile Work[] works = NONE;
    private volatile boolean left;
    private volatile Work last;
    private volatile boolean committing;

    WorkShares(Hold hold) {
        this.hold = hold;
    }

    synchronized void add(Work work) {
        Work[] more = Arrays.copyOf(works, works.length + 1);
        more[works.length] = work;
        works = more;
        committing = false;
    }

    synchronized void remove(Work work) {
        Work[] all = works;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == work) {
                Work[] less = Arrays.copyOf(all, all.length - 1);
                System.arraycopy(all, i + 1, less, i, less.length - i);
                works = less;
                return;
            }
        }
    }

    boolean has(Work work) {
        for (Work each : works) {
            if (each == work) {
                return true;
            }
        }
        return false;
    }

    void endWhatIsDone() {
        for (Work work : works) {
            if (work.isDone()) {
                work.over();
            }
        }
    }

    /** What the hold waits for, in a few words. */
    public String told() {
        Work[] all = works;
        return all.length == 0 ? "the end of a call inside of it" : all[all.length - 1].told();
    }

    /** A transaction has asked for the hold, found it held, and is committed. */
    void committing() {
        committing = true;
    }

    /** Whether the last work that keeps it is such a transaction. */
    public boolean isCommitting() {
        return committing;
    }

    void endedWith(Work work) {
        last = work;
    }

    /** What the hold has ended with; null where it has not, or a body left it last. */
    Work last() {
        return last;
    }

    /**
     * The thread that what it waits for belongs to, and that may wait itself; null where nothing is known of one.
     */
    Thread thread() {
        for (Work work : works) {
            if (work.thread() != null) {
                return work.thread();
            }
        }
        return null;
    }

    /** The work in which this thread may enter the hold again, or cannot because it is suspended; or null. */
    Work here() {
        for (Work work : works) {
            if (work.isHere() || work.isSuspendedHere()) {
                return work;
            }
        }
        return null;
    }

    /**
     * Something is about to keep the hold: from now on its shares in outer holds are work. Before that has its share,
     * for then any thread may end it, and must know what it gives back.
     */
    synchronized void keepOuters() {
        if (!left) {
            for (Hold outer : hold.outers()) {
                outer.becomesWork();
            }
            left = true;
        }
    }

    /** By the thread whose body that was. */
    void leftByBodies() {
        if (hold.right() != null) {
            hold.right().leaveBody();
        }
    }

    /** By a thread that had left. */
    void enteredAgain() {
        if (hold.right() != null) {
            hold.right().enterBody();
        }
    }

    /** Whether its shares in outer holds have become work. */
    public boolean isLeft() {
        return left;
    }
}

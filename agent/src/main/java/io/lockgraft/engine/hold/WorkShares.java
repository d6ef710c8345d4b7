package io.lockgraft.engine.hold;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What keeps a hold after its bodies: the works that have a share in it. From the end of the last body on no interrupt
 * is sent to the thread, and the shares in outer holds are work as well: their threads may have gone on.
 */
public final class WorkShares {
    private final Hold hold;
    private final List<Work> works = new CopyOnWriteArrayList<>();
    private volatile boolean left;
    private volatile Work last;
    private volatile boolean committing;

    WorkShares(Hold hold) {
        this.hold = hold;
    }

    void add(Work work) {
        works.add(work);
        committing = false;
    }

    void remove(Work work) {
        works.remove(work);
    }

    boolean has(Work work) {
        return works.contains(work);
    }

    void endWhatIsDone() {
        for (Work work : works) {
            if (work.isDone()) {
                work.over();
            }
        }
    }

    /** Names what the hold waits for, in a few words. */
    public String told() {
        String told = "the end of a call inside of it";
        for (Work work : works) {
            told = work.told();
        }
        return told;
    }

    /** Records that a transaction has asked for the hold, found it held, and is committed. */
    void markCommitting() {
        committing = true;
    }

    /** True if the last work that keeps it is such a transaction. */
    public boolean isCommitting() {
        return committing;
    }

    /** Records which work the hold has ended with. */
    void setLast(Work work) {
        last = work;
    }

    /** Work that the hold has ended with; null if it has not ended, or a body left it last. */
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

    /**
     * The work in which this thread may enter the hold again; null where there is none. One that is suspended comes
     * first: a call could not see what that has done.
     */
    Work here() {
        Work here = null;
        for (Work work : works) {
            if (work.isSuspendedHere()) {
                return work;
            }
            here = here == null && work.isHere() ? work : here;
        }
        return here;
    }

    /**
     * Something keeps the hold: from now on its shares in outer holds are work. Called before any other thread may end
     * that, which must know then what it gives back.
     */
    synchronized void keepOuters() {
        if (!left) {
            for (Hold outer : hold.outers()) {
                outer.becomeWork();
            }
            left = true;
        }
    }

    /** True if its shares in outer holds have become work. */
    public boolean isLeft() {
        return left;
    }
}

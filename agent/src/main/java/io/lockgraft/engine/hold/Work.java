package io.lockgraft.engine.hold;

import io.lockgraft.api.LockLostException;
import io.lockgraft.spi.log.RateLimited;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What goes on after the body of a call: a transaction, an asynchronous result, an enclosing call that a rule names. It
 * keeps the holds of those calls until it is over; any thread may say so, and none waits.
 */
public abstract class Work {
    /** A batch in one transaction that keeps more keys than this is told. */
    private static final int MANY = 1_000;

    private static final RateLimited TOLD = new RateLimited();

    /** Holds in the order in which they came; null once the work is over. */
    private List<Hold> holds = new ArrayList<>(1);

    private WorkCallback callback;

    /** Names it in a few words: {@code the end of its transaction}. */
    protected abstract String told();

    /** The thread that it goes on in; null where that is not known. */
    protected Thread thread() {
        return null;
    }

    /**
     * True if it is over although that has not been told yet. A thread that completes a future runs what its callers
     * have added before it runs what was added first: a call in there would wait for its own thread.
     */
    protected boolean isDone() {
        return false;
    }

    /** True if the calls of this thread are part of it, and may enter its holds again. */
    protected boolean isHere() {
        return false;
    }

    /** True if it belongs to this thread, and cannot go on before a call of this thread has ended. */
    protected boolean isSuspendedHere() {
        return false;
    }

    /** Keeps a hold once, from now on until it is over; false where it is over, or the hold is. */
    public final boolean keep(Hold hold, WorkCallback of) {
        int many;
        synchronized (this) {
            if (holds == null) {
                return false;
            }
            if (hold.isKeptBy(this)) {
                return true;
            }
            if (!hold.keepFor(this)) {
                return false;
            }
            callback = of;
            holds.add(hold);
            many = holds.size();
        }
        if (many == MANY) {
            TOLD.warn(() -> "rule '" + hold.site().rule().name() + "': " + MANY + " locks wait for " + told()
                    + ". Each is renewed until then, and other calls wait for all of them; end it more often");
        }
        return true;
    }

    private synchronized List<Hold> take() {
        List<Hold> all = holds;
        holds = null;
        return all == null ? Collections.<Hold>emptyList() : all;
    }

    private synchronized List<Hold> all() {
        return holds == null ? Collections.<Hold>emptyList() : new ArrayList<>(holds);
    }

    /** Ends the work: lets go of its holds, the last first. Twice is harmless. Throws nothing. */
    public final void over() {
        List<Hold> all = take();
        for (int i = all.size() - 1; i >= 0; i--) {
            callback.release(all.get(i), this);
        }
    }

    /**
     * The exception for a hold that is lost and whose rule wants to know ({@code onLost: throw}); null where none is.
     * Asks the store, and waits for its answer. Null is the word for a commit.
     */
    public final LockLostException lost() {
        for (Hold hold : all()) {
            LockLostException lost = callback.lost(hold);
            if (lost != null) {
                return lost;
            }
            hold.kept().markCommitting();
        }
        return null;
    }
}

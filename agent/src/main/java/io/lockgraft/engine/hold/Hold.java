package io.lockgraft.engine.hold;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.rules.OnLost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * One call's right to run under its keys, from when its lease comes; before that its {@link Waiter} waits. It carries
 * all that the end of the call needs, so any thread can end it. Calls that the same thread makes on the same keys
 * inside of it share it, and the last one gives the lease back. A call that needs other keys beside has a hold of its
 * own for those, and a share in the outer one.
 *
 * <p>A share is a body that runs, or {@link Work} that goes on after one. Its thread may enter again while a body runs,
 * and after that while it is in the transaction that keeps the hold; what goes on elsewhere lets no call in.
 */
public final class Hold {
    private List<Hold> outers = Collections.emptyList();
    private final Waiter waiter;
    private final Shares shares = new Shares();

    /** The works that have a share, for reports; and whether no body of the thread is left. Null mostly. */
    private volatile WorkShares kept;

    private final HoldReleaser releaser;
    private final LeasePart ownPart;
    private volatile LeasePart part;

    /**
     * @param onTurn run in place of waking the thread, which is null then: no thread waits
     * @param keys those that the thread does not hold already, sorted; may be none
     * @param releaser gives it back to its store
     */
    public Hold(
            Site site,
            Thread thread,
            Runnable onTurn,
            long begun,
            long now,
            long deadline,
            List<String> keys,
            HoldReleaser releaser) {
        this.waiter = new Waiter(this, site, thread, onTurn, begun, now, deadline, keys);
        this.releaser = releaser;
        this.ownPart = keys.isEmpty() ? null : new LeasePart(this);
    }

    /** The call's wait for it. */
    public Waiter waiter() {
        return waiter;
    }

    public Site site() {
        return waiter.site();
    }

    /** Null until a thread runs the body of an asynchronous call. */
    public Thread thread() {
        return waiter.thread();
    }

    public List<String> keys() {
        return waiter.keys();
    }

    public QueueMode queueMode() {
        return waiter.queueMode();
    }

    /** The gate of this one of its keys; null where it has not come to it. */
    public Gate gate(int key) {
        return waiter.gate(key);
    }

    /** Gives this hold back to its store. */
    public HoldReleaser releaser() {
        return releaser;
    }

    /** The holds of the same thread that it has a share in. */
    public List<Hold> outers() {
        return outers;
    }

    /** Takes shares that are work, in holds whose threads may go on; false where one of them has ended meanwhile. */
    public boolean enterOutersAsWork(List<Hold> others) {
        if (!others.isEmpty()) {
            // What gives them back looks at that, also where it has not all of them.
            keeping().keepOuters();
        }
        return enterOuters(others, Hold::enterWork);
    }

    /** Takes a share in holds of the same thread; false where one of them has ended meanwhile. */
    public boolean enterOuters(List<Hold> others) {
        return enterOuters(others, Hold::enterBody);
    }

    private boolean enterOuters(List<Hold> others, Predicate<Hold> enter) {
        outers = others.isEmpty() ? outers : new ArrayList<>(others.size());
        for (Hold other : others) {
            if (!enter.test(other)) {
                return false;
            }
            outers.add(other);
        }
        return true;
    }

    /**
     * True if its own lease has not ended yet, nor one that it has a share in, while it waited for its other keys. Its
     * waiter has looked at the clock since it has its lease.
     */
    public boolean mayBegin() {
        LeasePart got = part;
        return (got == null || got.isGood(waiter.now()))
                && (outers.isEmpty() || outers.stream().allMatch(Hold::isGood));
    }

    /**
     * True if calls run under it. (A call that comes after the loss waits in the queue like any other: the keeper takes
     * the lost hold out of its way.)
     */
    public boolean isGood() {
        LeasePart got = part;
        return got != null && !shares.isOver() && got.isGood(System.nanoTime());
    }

    /** True if its lease has ended, or one that it has a share in. */
    public boolean isLost() {
        LeasePart got = part;
        return got != null && !got.isGood(System.nanoTime()) || outers.stream().anyMatch(Hold::isLost);
    }

    /** True if a transaction asks for it that is committed while its body runs. */
    public boolean isAskedBeforeCommits() {
        return site().terms().onLost() == OnLost.THROW;
    }

    /** True if all of its shares have ended. */
    public boolean isOver() {
        return shares.isOver();
    }

    /**
     * One more call under this hold; false where it is over. The caller then looks whether the hold is {@linkplain
     * #isGood good}: a loss that was found before may have interrupted no body.
     */
    public boolean enterBody() {
        boolean entered = shares.enterBody();
        if (entered && kept != null && ownPart != null) {
            ownPart.beginBody();
        }
        return entered;
    }

    /** One more share, for work that runs no body of this hold's thread; false where it is over. */
    private boolean enterWork() {
        boolean entered = shares.enterWork();
        if (entered) {
            keeping().keepOuters();
        }
        return entered;
    }

    /** One call less; true for the last share. */
    public boolean exitBody() {
        Shares.Left left = shares.exitBody();
        if (left == Shares.Left.WORKS && ownPart != null) {
            ownPart.endBody();
        }
        return left == Shares.Left.NOTHING;
    }

    /** Another share, for work that goes on after a body; false where the hold is over. */
    boolean keepFor(Work work) {
        boolean keeps = enterWork();
        if (keeps) {
            kept.add(work);
        }
        return keeps;
    }

    /** That work is over; true for the last share. */
    public boolean endWork(Work work) {
        kept.remove(work);
        boolean ends = exitWork();
        if (ends) {
            kept.setLast(work);
        }
        return ends;
    }

    /** Makes the share of a call inside of it a work: it goes on although its thread may have gone. */
    void becomeWork() {
        keeping().keepOuters();
        shares.becomeWork();
    }

    public boolean exitWork() {
        return shares.exitWork();
    }

    private synchronized WorkShares keeping() {
        if (kept == null) {
            kept = new WorkShares(this);
        }
        return kept;
    }

    public boolean isKeptBy(Work work) {
        WorkShares keeping = kept;
        return keeping != null && keeping.has(work);
    }

    /** Works that keep it after its bodies; null if none ever has. */
    public WorkShares kept() {
        return kept;
    }

    /** The work in which this thread may enter it again, or cannot because that is suspended; or null. */
    public Work workHere() {
        WorkShares keeping = kept;
        return keeping == null ? null : keeping.here();
    }

    /** Ends what keeps it and is done already, though it may not have been told yet. Called by what waits behind it. */
    public void endWhatIsDone() {
        WorkShares keeping = kept;
        if (keeping != null && !hasBody()) {
            keeping.endWhatIsDone();
        }
    }

    /** True if it waits for a transaction of this thread that cannot end before this thread goes on. */
    public boolean isSuspended() {
        Work here = kept == null || hasBody() ? null : workHere();
        return here != null && here.isSuspendedHere();
    }

    /** True if a body runs under it. */
    public boolean hasBody() {
        return shares.hasBody();
    }

    /** The thread that must go on before it can end: of its body, or of what keeps it; null where none is known. */
    public Thread owner() {
        WorkShares keeping = hasBody() ? null : kept;
        return keeping == null ? thread() : keeping.thread();
    }

    /** Its part in a lease, which it does not have yet. */
    public LeasePart ownPart() {
        return ownPart;
    }

    /** Shows that it has its lease, by a write with a fence: its caller looks next whether to wake the keeper. */
    void publishPart() {
        part = ownPart;
        waiter.clearAttempt();
    }

    /** The fence token of its lease, or of the one that it has its only share in; 0 where that has none. */
    public long token() {
        LeasePart got = part;
        return got != null ? got.token() : outers.get(0).token();
    }

    /** Exception for its callers if it is known to be lost and its rule wants them to know; or null. */
    public LockLostException knownLost() {
        LeasePart got = part;
        Loss loss = got == null || got.terms().onLost() != OnLost.THROW ? null : got.loss();
        return loss == null ? null : loss.exception();
    }

    /** True if it has a lease that has not ended. */
    public boolean hasLease() {
        LeasePart got = part;
        return got != null && !got.state().isOver();
    }

    /** Null before it has come, and where the call needs nothing but its shares. */
    public LeasePart part() {
        return part;
    }

    /** True if this hold has a lease in use and its kind excludes others. */
    boolean keepsOthersOut() {
        LeasePart got = part;
        return got != null && queueMode() != QueueMode.TOGETHER && !got.lease().isIdle();
    }
}

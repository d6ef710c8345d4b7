package io.lockgraft.engine.later;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.event.Mistakes;
import io.lockgraft.engine.fence.ToldToken;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.HoldReleaser;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.hold.WorkCallback;
import io.lockgraft.engine.thread.Privileged;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.text.Listing;
import java.util.function.BiFunction;

/**
 * The end of a body, and of the work that goes on after it. Whatever goes wrong here, the body's own result or
 * exception is what the caller gets.
 */
public final class CallExit implements WorkCallback {
    private final Transactions transactions;
    private final ReturnedWork results;
    private final Mistakes mistakes = new Mistakes();

    public CallExit(Transactions transactions, ReturnedWork results) {
        this.transactions = transactions;
        this.results = results;
    }

    /** The body has not begun although its call has a hold. */
    public void giveUp(Hold hold) {
        lostAtEnd(HoldReleaser::giveUp, hold);
    }

    /** Gives back a share of a body, by any thread. Throws nothing, and waits for nothing. */
    public void release(Hold hold) {
        giveBack(HoldReleaser::release, hold);
    }

    /** The body has ended; the hold goes on where its work does. */
    public void end(Hold hold, Until until, Object returned, Throwable thrown) {
        end(hold, until != Until.RETURN && goesOn(hold, until, returned), thrown);
    }

    /**
     * The call that had the hold ahead of its transaction has ended. After a commit nothing is thrown: the caller would
     * take an exception for a rollback, and call again.
     */
    public void endAhead(Hold hold, Throwable thrown) {
        if (hold.kept() != null && hold.kept().isCommitting()) {
            release(hold);
        } else {
            end(hold, false, thrown);
        }
    }

    private void end(Hold hold, boolean goesOn, Throwable thrown) {
        LockLostException lost = lostAtEnd(HoldReleaser::release, hold);
        if (lost == null && goesOn) {
            lost = hold.knownLost();
        }
        if (lost != null) {
            if (thrown == null) {
                throw lost;
            }
            suppress(thrown, lost);
        }
    }

    /** True if something keeps the hold from now on. Throws nothing: what cannot be found out is told. */
    private boolean goesOn(Hold hold, Until until, Object returned) {
        try {
            return keeps(hold, until, returned);
        } catch (Throwable e) {
            tellNotFollowed(hold, e);
            return false;
        }
    }

    /** A transaction that is about to be committed by this thread cannot ask for the holds around it. */
    public static void tellNotAsked(NotFollowedException why) {
        for (Hold hold : OpenBodies.here()) {
            tellNotFollowed(hold, why);
        }
    }

    private static void tellNotFollowed(Hold hold, Throwable why) {
        hold.site().events().notFollowed(hold.site().method(), why);
    }

    private boolean keeps(Hold hold, Until until, Object returned) {
        if (until.call() != null) {
            Work around = EnclosingCall.around(until);
            if (around == null) {
                hold.site().events().endsAtReturn(hold.site().method(), until);
            }
            return around != null && around.keep(hold, this);
        }
        boolean kept = false;
        for (Work active : transactions.active(e -> tellNotFollowed(hold, e))) {
            kept |= active.keep(hold, this);
        }
        Work later = returned == null ? null : results.workOf(returned);
        return later != null && later.keep(hold, this) || kept;
    }

    @Override
    public void release(Hold hold, Work over) {
        giveBack((way, its) -> way.release(its, over), hold);
    }

    @Override
    public LockLostException lost(Hold hold) {
        LockLostException known = hold.knownLost();
        return known != null ? known : Privileged.call(HoldReleaser::confirm, hold.releaser(), hold);
    }

    /** The body's exception is what the caller gets, also where there is no memory for another one in it. */
    public static void suppress(Throwable thrown, Throwable lost) {
        try {
            thrown.addSuppressed(lost);
        } catch (Throwable e) {
            // The loss is on the log.
        }
    }

    /** The exception that the caller shall get, or null. Throws nothing itself. */
    private LockLostException lostAtEnd(BiFunction<HoldReleaser, Hold, HoldReleaser.Ended> how, Hold hold) {
        HoldReleaser.Ended ended = giveBack(how, hold);
        try {
            return ended.lost();
        } catch (Throwable e) {
            tell("could not find out whether ", hold, " was lost", e);
            return null;
        }
    }

    /** Throws nothing. */
    private HoldReleaser.Ended giveBack(BiFunction<HoldReleaser, Hold, HoldReleaser.Ended> how, Hold hold) {
        try {
            return Privileged.call(how, hold.releaser(), hold);
        } catch (Throwable e) {
            tell("could not release ", hold, "; it ends with its lease", e);
            return HoldReleaser.Ended.WELL;
        }
    }

    /** The exception for the first hold of this thread's bodies that is lost; or null. */
    public LockLostException lostAround(Work but) {
        LockLostException lost = null;
        for (Hold hold : OpenBodies.here()) {
            lost = lost != null || hold.isKeptBy(but) ? lost : lost(hold);
        }
        return lost;
    }

    /** Throws nothing. */
    public void takeBack(ToldToken told, Hold hold) {
        try {
            told.takeBack();
        } catch (Throwable e) {
            tell("could not take back the fence token of ", hold, "", e);
        }
    }

    private void tell(String what, Hold hold, String consequence, Throwable mistake) {
        mistakes.tell(() -> what + Listing.keys(hold.keys()) + consequence, mistake);
    }
}

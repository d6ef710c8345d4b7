package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Scripts;

/**
 * What the server may have of an attempt that ends without its lock: what has been granted of several keys, what a
 * command without an answer may have been granted, a place in a queue. All of that is given back; a command that is
 * still under way first answers. Its fields are guarded by its attempt, and whoever calls it has that lock.
 */
final class PendingCleanup {
    private final Release release;
    private final Request request;

    private boolean underWay;
    private boolean takesPlace;
    private boolean owes;
    private boolean doubtful;
    private boolean forgiven;
    private ReleasesUnderWay.Returning leaving;

    PendingCleanup(Release release, Request request) {
        this.release = release;
        this.request = request;
    }

    /**
     * A command is being sent: to take the keys, and where it {@code waits} to take its place and keep what it gets.
     */
    void asks(boolean waits) {
        underWay = true;
        takesPlace = waits && (request.keys().size() > 1 || Scripts.of(request).queue);
    }

    /** Commands are being sent to give some back. */
    void stepsBack() {
        underWay = true;
    }

    /** @param reached whether the server may have got the command */
    void answered(boolean reached) {
        underWay = false;
        owes |= reached && takesPlace;
    }

    /** A part is granted. */
    void hasSome() {
        owes = true;
    }

    void failed(Failure what) {
        if (what.isUnsent()) {
            return;
        }
        doubtful |= what.isAmbiguous();
        // A script that fails in the middle has done what stands before.
        owes |= what.isAmbiguous()
                || what.isGranted()
                || request.kind() != LockKind.EXCLUSIVE
                || request.keys().size() > 1;
    }

    /** Nobody has confirmed that it was given back. */
    void inDoubt() {
        doubtful = true;
        owes = true;
    }

    /** What follows from an answer, or the sending, came to nothing; unless there was a grant, which has all. */
    void brokenOff(boolean hasAsked) {
        underWay = false;
        if (hasAsked && !forgiven) {
            inDoubt();
        }
    }

    /**
     * Whether a command may still be on its way whose answer was lost. That does not change any more: each giving back
     * from then on must see to it, or one that does not would take away what another has left against that command.
     */
    boolean isDoubtful() {
        return doubtful;
    }

    /** There is a grant, which gives all back. */
    void forgive() {
        owes = false;
        forgiven = true;
    }

    /**
     * There is none, and nobody wants it any more. What is under way is on its way back, so that who asks next names
     * it.
     */
    void leave(Commands commands, Parts parts) {
        if (underWay) {
            leaving = release.returns().begin(parts.next());
        }
        settle(commands, parts);
    }

    /** Gives back what there is by now. Nothing is owed before the first command, and so before there are any parts. */
    void settle(Commands commands, Parts parts) {
        if (owes && !underWay) {
            for (int i = parts.all().size() - 1; i >= 0; i--) {
                release.insist(commands, parts.all().get(i), doubtful);
            }
            owes = false;
        }
    }

    /** What was under way at the end, once that is answered and settled; else null. */
    ReleasesUnderWay.Returning takeLeaving() {
        if (underWay) {
            return null;
        }
        ReleasesUnderWay.Returning taken = leaving;
        leaving = null;
        return taken;
    }
}

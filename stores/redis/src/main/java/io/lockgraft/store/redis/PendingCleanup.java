package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Scripts;

/**
 * What the server may have of an attempt that ends without its lock: some of several keys, the grant of a command
 * without an answer, a place in a queue. All is given back, once a command under way has its answer. Called with the
 * attempt's lock.
 */
final class PendingCleanup {
    private final RepeatedRelease release;
    private final Request request;

    private boolean underWay;
    private boolean takesPlace;
    private boolean owes;
    private boolean doubtful;
    private boolean forgiven;
    private ReleasesUnderWay.Returning leaving;

    PendingCleanup(RepeatedRelease release, Request request) {
        this.release = release;
        this.request = request;
    }

    /** Commands are being sent. An acquire that {@code waits} takes its place and keeps what it gets. */
    void asks(boolean waits) {
        underWay = true;
        takesPlace = waits && (request.keys().size() > 1 || Scripts.of(request).queue);
    }

    /** @param failed null where the server has answered */
    void answered(Failure failed) {
        underWay = false;
        if (failed == null) {
            owes |= takesPlace;
        } else if (!failed.isUnsent()) {
            doubtful |= failed.isAmbiguous();
            // A script that fails in the middle has done what stands before.
            owes |= takesPlace
                    || failed.isAmbiguous()
                    || failed.isGranted()
                    || request.kind() != LockKind.EXCLUSIVE
                    || request.keys().size() > 1;
        }
    }

    /** A part is granted. */
    void hasSome() {
        owes = true;
    }

    /** No server has confirmed that it was given back. */
    void inDoubt() {
        doubtful = true;
        owes = true;
    }

    /** An exception came out of the sending or of what follows from an answer. A grant gives back by itself. */
    void brokenOff(boolean hasAsked) {
        underWay = false;
        if (hasAsked && !forgiven) {
            inDoubt();
        }
    }

    /**
     * Whether a command whose answer was lost may still be on its way. That stays so: each release from then on leaves
     * a tombstone, because one without would remove the tombstone of another.
     */
    boolean isDoubtful() {
        return doubtful;
    }

    /** There is a grant, which gives all back. */
    void forgive() {
        owes = false;
        forgiven = true;
    }

    /** There is no grant. A command that is under way counts as a release, so that the next request names it. */
    void takeOver(Commands commands, Parts parts) {
        if (underWay) {
            leaving = release.returns.begin(parts.next());
        }
        settle(commands, parts);
    }

    /**
     * Gives back what there is by now. Nothing is owed before the first command, so there are parts.
     *
     * @return what was under way at the end, once that has been answered; else null
     */
    ReleasesUnderWay.Returning settle(Commands commands, Parts parts) {
        if (underWay) {
            return null;
        }
        if (owes) {
            for (int i = parts.all.size() - 1; i >= 0; i--) {
                release.insist(commands, parts.all.get(i), doubtful);
            }
            owes = false;
        }
        return leaving;
    }
}

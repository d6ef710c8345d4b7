package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;

/** Why an attempt has no grant so far, and so what it answers if it ends now. Guarded by its attempt. */
final class NoGrant {
    private boolean heldByOthers;
    private Throwable trouble;

    /** Most servers have answered, and others hold the lock. */
    void busy() {
        heldByOthers = true;
        trouble = null;
    }

    /** Too few servers have answered. */
    void unavailable(RoundCount turnout, int servers) {
        trouble = NoMajorityException.of(turnout, servers);
    }

    void unavailable(String why) {
        trouble = new NoMajorityException(why, null);
    }

    /** Why the lock could not be asked for; null where it could. */
    Throwable trouble() {
        return trouble;
    }

    /** The answer of an attempt that ends during a round. */
    Answer during(RoundCount turnout, int servers) {
        if (turnout.isQuorate() && turnout.hasNo()) {
            return Answer.busy();
        }
        return Answer.unavailable(trouble == null ? NoMajorityException.of(turnout, servers) : trouble);
    }

    /** The answer of an attempt that ends between two rounds. */
    Answer between() {
        return trouble == null && heldByOthers ? Answer.busy() : Answer.unavailable(trouble);
    }
}

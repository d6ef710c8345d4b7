package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.outcome.NoLock;

/** How far a call came on its way to its lock. */
public final class Acquired {
    /** The call still waits. */
    static final Acquired NOT_YET = new Acquired(null, null);

    /** A lease that the call was given, or a hold that it shares, ended meanwhile: the call starts anew. */
    static final Acquired AGAIN = new Acquired(null, null);

    private final Hold hold;
    private final NoLock miss;

    private Acquired(Hold hold, NoLock miss) {
        this.hold = hold;
        this.miss = miss;
    }

    static Acquired held(Hold hold) {
        return new Acquired(hold, null);
    }

    static Acquired missed(NoLock miss) {
        return new Acquired(null, miss);
    }

    public boolean isHeld() {
        return hold != null;
    }

    public boolean isAgain() {
        return this == AGAIN;
    }

    /** The hold that the call runs under; null where it got none. */
    public Hold hold() {
        return hold;
    }

    /** The reason why the call has no hold; null where it has one, or starts anew. */
    public NoLock miss() {
        return miss;
    }
}

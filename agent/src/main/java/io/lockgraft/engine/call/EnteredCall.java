package io.lockgraft.engine.call;

import io.lockgraft.engine.fence.ToldToken;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.later.BodyEnd;
import io.lockgraft.engine.later.OpenBodies;
import io.lockgraft.rules.Until;

/** The token of a call whose hold does not say all: what knows its fence token, and where it ends. */
public final class EnteredCall {
    private final Hold hold;
    private final ToldToken told;
    private final Until until;
    private final LaterLock later;
    private final OpenBodies among;

    /**
     * @param told null where the call has no fence token
     * @param later what its result takes each time that it is called; or null
     * @param among the bodies that a commit asks for, where this is one of them; or null
     */
    EnteredCall(Hold hold, ToldToken told, Until until, LaterLock later, OpenBodies among) {
        this.among = among;
        this.later = later;
        this.hold = hold;
        this.told = told;
        this.until = until;
    }

    public Hold hold() {
        return hold;
    }

    /** Takes back what the call has left behind for the time of its body. */
    void takeBack(BodyEnd end) {
        if (among != null) {
            among.end(hold);
        }
        if (told != null) {
            end.takeBack(told, hold);
        }
    }

    LaterLock later() {
        return later;
    }

    Until until() {
        return until;
    }
}

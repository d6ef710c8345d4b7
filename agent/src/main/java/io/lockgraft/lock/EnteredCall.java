package io.lockgraft.lock;

import io.lockgraft.lock.fence.ToldToken;
import io.lockgraft.rules.Until;

/** The token of a call whose hold does not say all: who knows its fence token, and where it ends. */
final class EnteredCall {
    private final Hold hold;
    private final ToldToken told;
    private final Until until;

    /** @param told null where the call has no fence token */
    EnteredCall(Hold hold, ToldToken told, Until until) {
        this.hold = hold;
        this.told = told;
        this.until = until;
    }

    Hold hold() {
        return hold;
    }

    ToldToken told() {
        return told;
    }

    Until until() {
        return until;
    }
}

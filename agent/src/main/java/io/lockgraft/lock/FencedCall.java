package io.lockgraft.lock;

import io.lockgraft.lock.fence.ToldToken;

/** The token that woven code leaves a fenced call with: its hold, and who was told of the hold's fence token. */
final class FencedCall {
    private final Hold hold;
    private final ToldToken told;

    FencedCall(Hold hold, ToldToken told) {
        this.hold = hold;
        this.told = told;
    }

    Hold hold() {
        return hold;
    }

    ToldToken told() {
        return told;
    }
}

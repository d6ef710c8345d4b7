package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;

/** What a server has said to a question by now. */
final class Standing {
    static final Standing OPEN = new Standing(State.OPEN, null, 0, null);

    /** Others hold the lock there. */
    static final Standing NO = new Standing(State.NO, null, 0, null);

    private enum State {
        OPEN,
        YES,
        NO,
        MISSING
    }

    private final State state;
    private final Grant grant;
    private final long since;
    private final Answer failure;

    private Standing(State state, Grant grant, long since, Answer failure) {
        this.state = state;
        this.grant = grant;
        this.since = since;
        this.failure = failure;
    }

    /** @param since when its lease began, at the earliest */
    static Standing yes(Grant grant, long since) {
        return new Standing(State.YES, grant, since, null);
    }

    /** The server did not say. */
    static Standing missing(Answer failure) {
        return new Standing(State.MISSING, null, 0, failure);
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isYes() {
        return state == State.YES;
    }

    boolean isNo() {
        return state == State.NO;
    }

    /** Null where it has not granted it. */
    Grant grant() {
        return grant;
    }

    long since() {
        return since;
    }

    /** Why the server did not say; null where it did. */
    Throwable cause() {
        return failure == null ? null : failure.cause();
    }

    boolean isRefused() {
        return failure != null && failure.isRefused();
    }
}

package io.lockgraft.engine.look;

/** What keeps a key from the calls that wait for it, or uses it without the lock. */
public enum HolderKind {
    /** The body of a call of this JVM. */
    BODY("body"),
    /** What goes on after a body of this JVM: a transaction, a result, an enclosing call. */
    WORK("work"),
    /** A call of this JVM that has lost its lock, or given it back early. It runs on, and keeps no call out. */
    UNLOCKED("unlocked"),
    /** A lease that no call has and that stays in this JVM for the next one. */
    LINGERING("lingering"),
    /** A lease that the first waiting call of this JVM takes when its thread is awake. */
    OFFERED("offered"),
    /** A release of this JVM that the store has not confirmed. */
    RETURNING("returning"),
    /** A client of the store outside of these gates: another JVM most often. */
    ELSEWHERE("elsewhere"),
    /** The same, but it may have another key of the first waiting call, which asks for all of them at once. */
    PERHAPS_ELSEWHERE("perhaps elsewhere"),
    /** Nothing is known: the store has been asked, and has not answered. */
    UNKNOWN("unknown"),
    /** No call has it: the first one waits for another of its keys. */
    NOBODY("nobody");

    private final String word;

    HolderKind(String word) {
        this.word = word;
    }

    /** As JSON says it. */
    public String word() {
        return word;
    }
}

package io.lockgraft.engine.event;

/** What follows for a call whose store is down. */
enum Consequence {
    NOT_RUN(""),
    UNLOCKED(" It runs without the lock, as the rule says (proceed)."),
    LOCAL(" It runs under the lock of its JVM alone, as the rule says (local).");

    /** For the log: a sentence with a space in front, or nothing. */
    final String sentence;

    Consequence(String sentence) {
        this.sentence = sentence;
    }
}

package io.lockgraft.benchmarks.contender;

/** What is locked: one key, several keys, or one key for reading or writing. */
public enum Operation {
    PAY,
    TAKE,
    LOOK,
    CHANGE
}

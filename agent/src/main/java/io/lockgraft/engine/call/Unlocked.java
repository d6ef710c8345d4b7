package io.lockgraft.engine.call;

/** The token of a call that runs without the lock, because its rule says so. */
public enum Unlocked {
    TOKEN
}

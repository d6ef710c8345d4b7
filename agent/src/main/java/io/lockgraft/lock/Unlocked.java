package io.lockgraft.lock;

/** The token of a call that runs without the lock, because its rule says so. */
enum Unlocked {
    TOKEN
}

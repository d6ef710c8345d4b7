package io.lockgraft.benchmarks.contender;

/** A lock by its name: that of Redisson, or one that does nothing, where only the way to it is measured. */
interface Locking {
    /** Locks, and gives what unlocks. */
    Runnable lock(String name);
}

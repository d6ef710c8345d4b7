package io.lockgraft.benchmarks.contender;

import java.util.List;

/** Locks by their names: those of Redisson, or what does nothing, where only the way to it is measured. */
interface Locking {
    /** Locks, and gives what unlocks. One name, but for several locks. */
    Runnable lock(DistributedLock.Type type, List<String> names);
}

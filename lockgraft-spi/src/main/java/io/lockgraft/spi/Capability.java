package io.lockgraft.spi;

/** One thing that a store can do beyond granting a lock. A store has those that it declares, and no other. */
public enum Capability {
    /** A semaphore may let in more than one owner. */
    SEVERAL_PERMITS,

    /** Waiters of every kind but semaphore get a lock in the order in which they came. Kind fair has it always. */
    TURNS,

    /** All grants of a process share one lease, that of its session: when it ends, all of them are lost. */
    ONE_LEASE,

    /** A lock stays until its lease ends when its process dies. {@code hold.atLeast} needs that. */
    OUTLIVES_PROCESS,

    /** The fence token of a held lock can be raised ({@link Request#withTokenAbove}). */
    RAISES_TOKENS,

    /** The store keeps entries, by which it can be a member of a compound: {@link LockStore#entry}. */
    ENTRIES,

    /** The store tells who holds its keys: {@link LockStore#locks}. */
    LOCKS,

    /**
     * The store tells which processes hold a key, and no more: {@link LockStore#locks}, whose owners are {@code
     * host:pid} then.
     */
    PROCESSES,

    /** The store takes a key away from its owner: {@link LockStore#unlock}. */
    UNLOCK
}

package io.lockgraft.transactions;

/** One copy of a framework that has transactions. Reachable from that framework's classes only. */
interface Source {
    /**
     * The transaction that this thread is in; null where there is none, or where it takes no synchronization any more.
     */
    FrameworkTransaction active();

    /** Whether this thread is in one; changes nothing. */
    boolean isActive();
}

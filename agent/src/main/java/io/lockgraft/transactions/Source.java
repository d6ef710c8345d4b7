package io.lockgraft.transactions;

/** One copy of a framework that has transactions. Reachable from that framework's classes only. */
interface Source {
    /** What it is, for the log. */
    String framework();

    /**
     * The transaction that this thread is in; null where there is none, or where it takes no synchronization any more.
     */
    FrameworkTransaction active() throws Throwable;

    /** Whether this thread is in one; changes nothing. */
    boolean isActive() throws Throwable;
}

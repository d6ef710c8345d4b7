package io.lockgraft.backend;

import java.util.concurrent.CompletableFuture;

/** The right to a key until its lease ends. */
public interface Grant {
    /** What was asked for: the key, the owner, the lease. */
    Request request();

    /**
     * When the request that got this grant was sent, by System.nanoTime: the lease cannot have begun earlier, so it is
     * over no earlier than this plus the lease.
     */
    long sentAt();

    /**
     * Gives the grant back. True: it was ours until now; false: it had been lost; failed: the store did not say, and the
     * backend goes on trying by itself.
     */
    CompletableFuture<Boolean> release();
}

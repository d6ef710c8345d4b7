package io.lockgraft.spi;

import java.util.concurrent.CompletableFuture;

/**
 * The right to a request's keys until its lease ends: to all of them, or it is lost. Its futures complete on any
 * thread, as {@link LockStore} says.
 */
public interface Grant {
    /**
     * What was asked for: the keys, the owner, the lease that is wished for. A store that is made of several may have
     * asked in the name of {@link Owner#another}: that owner then holds the keys, and may ask for them again.
     */
    Request request();

    /**
     * When the request that got this grant was sent, by System.nanoTime: the lease cannot have begun earlier, so it is
     * over no earlier than this plus the lease.
     */
    long sentAt();

    /**
     * The lease as granted, which never changes: so long is the grant held after {@link #sentAt}, and after each
     * {@link Renewal#since}. It may be shorter or longer than {@link Request#leaseMillis}.
     */
    long leaseMillis();

    /**
     * The fencing token of a grant of kind fenced, 0 of any other: greater than all tokens of every grant before it on
     * any of its keys. The grant owns {@link Request#tokens} consecutive tokens, starting with this one.
     */
    long token();

    /**
     * The entry of {@link Request#entryOf}, as it was when the store granted; null where the store reads none in that
     * step. Then {@link LockStore#entry} is asked behind the grant.
     */
    default StoreEntry entry() {
        return null;
    }

    /**
     * Completes when the store itself tells of a loss, with a text for the log. Null where the store never does: then
     * only {@link LockStore#renew} shows a loss.
     */
    default CompletableFuture<String> lost() {
        return null;
    }

    /**
     * Gives the grant back, its keys in reverse order and each for itself. Held: all of it was held until now. Lost:
     * it, or a part of it, had been lost. Unknown: the server did not say, and the store goes on trying by itself. A
     * store that needs more than the server's word for "held" completes this by the end of the lease.
     */
    CompletableFuture<Renewal> release();

    /**
     * Gives the grant back that many milliseconds from now. Until then the store keeps the keys locked, whatever
     * becomes of this process: the lease is cut, or stretched, to that. Answers as {@link #release} does. Its end wakes
     * no waiter: waiters look again by themselves.
     */
    CompletableFuture<Renewal> releaseAfter(long millis);
}

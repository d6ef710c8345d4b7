package io.lockgraft.spi;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Where locks live. Knows nothing of threads or methods: it is asked for keys in the name of an owner, answers
 * asynchronously, and never blocks the caller.
 *
 * <p>What every backend promises (and its conformance test holds it to):
 * <ul>
 *   <li>an answer at the latest shortly after the request's deadline;
 *   <li>the kinds of lock of {@link io.lockgraft.spi.LockKind}: exclusive, fair, write and fenced let one owner in,
 *       read any number of owners unless one writes, semaphore as many as the request says. All but semaphore exclude
 *       each other on one key, as read and write do; no key is used for a semaphore and for another kind;
 *   <li>several keys are taken in an order that is the same for all requests (the request's own, unless the store has
 *       another), and what an attempt has of them while it waits for the next one
 *       it keeps, so that two requests never wait for each other; it holds all of them or, in the end, none;
 *   <li>an owner that asks again for what it holds gets it again, with its lease begun anew;
 * <li>a request is not refused because of a grant of this backend that has been released before it was made, whichever
 * of
 *       the two the store hears of first; nor is that release then taken for the end of a lock that had been lost;
 *   <li>turns: but for semaphores, a free lock is for the waiter that came first, and who tries once overtakes nobody;
 *       a waiter that died holds the others up for some tenths of a second, of kind fair no longer than 5 s. Where a
 *       store cannot keep that order for exclusive and fenced, it sees to it that no waiter is starved;
 *   <li>after an answer that is not a grant, and after {@link Attempt#abandon}, nothing stays locked in the attempt's
 *       name: where the store's answer was lost or late, the backend gives back what it may have been granted, and goes
 *       on trying until it knows or the lease is over;
 *   <li>every future that it gives completes, at the latest some seconds after the store stopped answering;
 *   <li>its threads are daemons, and there are none before the first request or {@link #load}.
 * </ul>
 */
public interface LockStore extends AutoCloseable {
    /**
     * Begins what the first request would pay for: loading classes, connecting. Never blocks, and may be called again.
     * The future completes when nothing of that is left, or when only the store keeps it from going on; it fails where
     * the store could not be reached, and its message says why. A request that is made before may take longer.
     */
    default CompletableFuture<?> load() {
        return CompletableFuture.completedFuture(null);
    }

    /** Begins to acquire; the attempt waits for the keys until the request's deadline. */
    Attempt acquire(Request request);

    /**
     * Renews these grants, all together where the store can: one future for each, in their order. True: still ours, its
     * lease runs anew; false: not ours any more; failed: the store did not say.
     */
    List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants);

    /** When the answer to a request of this deadline comes at the latest, by System.nanoTime. */
    long lastAnswer(long deadline);

    /** Ends all threads and connections. Grants that are still out end with their leases. */
    @Override
    void close();
}

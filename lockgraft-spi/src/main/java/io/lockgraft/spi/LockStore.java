package io.lockgraft.spi;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Where locks live. A store is asked for keys in the name of an owner, answers asynchronously, and never blocks the
 * caller. It knows nothing of threads or methods.
 *
 * <p>The conformance suite holds each store to these promises:
 * <ul>
 *   <li>An answer comes at the latest at {@link Request#lastAnswer}, but none behind {@link #endWaiting}.
 *   <li>Exclusive, fair, write and fenced let one owner in. Read lets any number of owners in unless one writes.
 *       Semaphore lets in as many as the request says. All kinds but semaphore exclude each other on one key. No key is
 *       used for a semaphore and for another kind.
 *   <li>Several keys are taken in an order that is the same for all requests. An attempt that waits for one keeps those
 *       before it, so that two requests never wait for each other. In the end it holds all of them or none.
 *   <li>A lease is a wish. The store grants the nearest one that it declares, or a shorter one where its session gives
 *       no more. A grant that is not renewed ends after the lease that was wished for: a store that grants a longer one
 *       ends it by a timer.
 *   <li>An owner that asks again for what it holds gets it again, with its lease begun anew.
 *   <li>A request is not refused because of a grant that this store object has released before, whichever of the two
 *       the server hears of first. Nor is that release then taken for the end of a lock that had been lost.
 *   <li>Turns: but for semaphores, a free lock is for the waiter that came first, and an owner that tries once
 *       overtakes none. A waiter that died holds the others up for no longer than {@link Capabilities#deadWaiter}
 *       says. Where a store cannot keep that order for exclusive and fenced, no waiter is starved.
 *   <li>After an answer that is not a grant, and after {@link Attempt#abandon}, nothing stays locked in the attempt's
 *       name. Where an answer was lost or late, the store gives back what it may have been granted, and goes on trying
 *       until it knows or the lease is over.
 *   <li>Every future that it gives completes, at the latest some seconds after the server stopped answering.
 *   <li>Its threads are daemons, and there are none before the first request or {@link #load}.
 *   <li>Any thread may complete a future of the store: the caller's, before the method has returned; a thread that
 *       calls another method of the store; a thread of the store's or of its client. It holds no lock meanwhile. What
 *       hangs on the future runs on that thread: it is short, waits for nothing, and may call the store again.
 * </ul>
 *
 * <p>Platform threads call a store, several at a time. A virtual thread never does.
 */
public interface LockStore extends AutoCloseable {
    /**
     * Begins what the first request would pay for: loading classes, connecting. Never blocks, and may be called again.
     * The future completes when nothing of that is left, or when only a server is waited for. It fails where the server
     * could not be reached, and its message says why. A request that is made before may take longer.
     */
    default CompletableFuture<?> load() {
        return CompletableFuture.completedFuture(null);
    }

    /** Begins to acquire; the attempt waits for the keys until the request's deadline. */
    Attempt acquire(Request request);

    /**
     * Renews these grants, all together where the store can: one future for each, in their order. A future that fails
     * counts as {@link Renewal#unknown}.
     */
    List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants);

    /**
     * Reads the entry of a namespace: a text that this store keeps for a compound of which it is a member. It is no
     * lock. It outlives locks, leases, sessions, every clean-up and all processes, and goes only with all of the
     * store's data. A store whose capabilities have an identity keeps entries; it makes none by itself.
     *
     * @return fails where the store does not answer, and with {@link Answer.Refusal} where asking again cannot help
     */
    default CompletableFuture<StoreEntry> entry(String namespace) {
        return replaceEntry(namespace, "", "");
    }

    /**
     * Gives the entry of a namespace a new text, if it has the text that the caller knows: one step for all clients.
     *
     * @param before empty where there must be no entry
     * @param after not empty
     * @return the entry as it is after that step, replaced or not; fails as {@link #entry} does
     */
    default CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return unsupported("this store keeps no entries");
    }

    /**
     * The time that one question to the store may take, in nanoseconds; it never changes, and is no longer than {@link
     * Capabilities#question}. A call has at least this time, also with {@code wait: 0}. {@link Request#lastAnswer} says
     * until when the store must have answered.
     */
    long questionNanos();

    /**
     * Connects, logs in and tries what locks need, for {@code check --connect}. Completes with what a reader should
     * know, a sentence each. Fails where the store cannot be used, with a message that says what to do.
     */
    default CompletableFuture<List<String>> probe() {
        return load().thenApply(loaded -> Collections.emptyList());
    }

    /**
     * Who holds this key: none, one, or several readers or permits. Of stores with {@link Capability#LOCKS} or {@link
     * Capability#PROCESSES}.
     */
    default CompletableFuture<List<StoredLock>> locks(String key) {
        return unsupported("this store does not tell who holds a key");
    }

    /** How many entries {@link #scan} looks at, about. Of stores with {@link Capability#LOCKS}. */
    default CompletableFuture<Long> scanSize() {
        return unsupported("this store does not tell who holds its keys");
    }

    /**
     * Looks for all keys that are held and begin with this text. {@code each} is called on a thread of the store's, for
     * one after the other. Completes behind the last one.
     */
    default CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return unsupported("this store does not tell who holds its keys");
    }

    /**
     * Takes the key away from this owner, and from no other: one step, which wakes those that wait. A late command of
     * that owner does not take it again. Of stores with {@link Capability#UNLOCK}.
     *
     * @param owner as {@link StoredLock#owner} tells it
     * @return whether it had the key
     */
    default CompletableFuture<Boolean> unlock(String key, String owner) {
        return unsupported("this store takes no key away from its owner");
    }

    /** For stores that lack a capability. */
    static <T> CompletableFuture<T> unsupported(String why) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(new UnsupportedOperationException(why));
        return failed;
    }

    /**
     * Called when the JVM ends, just before it halts. The store gives back the places of all attempts that wait, and
     * takes none for those that begin from now on. These attempts <em>never get an answer</em>: with one, a call might
     * begin without its lock. Grants stay. The future completes when no place of an attempt is left at the server. A
     * store does nothing where others wait for a dead waiter no longer than for a moment.
     */
    default CompletableFuture<?> endWaiting() {
        return CompletableFuture.completedFuture(null);
    }

    /** Ends all threads and connections. Grants that are still out end with their leases. */
    @Override
    void close();
}

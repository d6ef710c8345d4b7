package io.lockgraft.spi.table;

import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.thread.Pauses;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The keys of a store, and the claims that hold them: all that a store has to write. {@link TableStore} makes a
 * {@link LockStore} of it. Four methods are needed; each of the others has a default that is right, if slower.
 *
 * <p>The rules for every method:
 * <ul>
 *   <li>It is one question to the store, and may block for {@link #timeoutNanos}. Several threads ask at a time, but no
 *       thread asks two questions at a time. A table that never blocks says so ({@link #blocks}).
 *   <li>It throws what it likes where the store does not answer: a connection is broken, a statement failed. It must
 *       not guess. The question is asked again until the call's wait is over, so a question that is asked twice must
 *       have the effect of one. It throws {@link RefusedException} where asking again cannot help.
 *   <li>Claims of one owner are equal. What the table stores is {@code claim.request().owner().text()}.
 *   <li>A lease is over that many nanoseconds after the question reached the store, by the store's clock.
 * </ul>
 *
 * <p>What it needs of its surroundings (log, clock, threads, drivers) it is given as {@link StoreContext} by its own
 * constructor. It opens its connections when it is asked first, not before.
 */
public interface KeyTable {
    /**
     * Takes the key for the claim, or tells who holds it. A claim that holds the key already holds it once, with its
     * lease begun anew. The request says which claims exclude each other: by its kind and its permits.
     *
     * <p>Where the key is held and {@link Claim#waits}, the question comes again. A table that keeps turns notes the
     * claim's place then; {@link #giveBack} ends that place, too.
     */
    KeyAnswer take(String key, Claim claim) throws Exception;

    /**
     * Lets the lease of the key end so many nanoseconds from now.
     *
     * @param nanos negative: the lease stays as it is, and the answer alone counts
     * @return whether the claim holds the key, and its lease was not over. It must never take a key anew
     */
    boolean extend(String key, Claim claim, long nanos) throws Exception;

    /**
     * Frees the key, where this claim holds it or waits for it. What another owner has stays as it is.
     *
     * @return whether the claim held the key, and its lease was not over
     */
    boolean giveBack(String key, Claim claim) throws Exception;

    /**
     * The time that one question may take in nanoseconds, time and again: a call with {@code wait: 0} has this long. It
     * never changes.
     */
    long questionNanos();

    /**
     * The first of the request's fence tokens, asked while all its keys are held: {@link Request#tokens} in a row, all
     * greater than {@link Request#tokenAbove} and than all before on any of the keys. 0 where the store cannot say now.
     * A claim that asks again keeps its tokens unless they are too low. Needed by tables with kind fenced; those whose
     * {@link #take} tells a token are asked for several keys only.
     */
    default long token(Claim claim) throws Exception {
        throw new UnsupportedOperationException("this store gives no fence tokens");
    }

    /**
     * How many keys {@link #extendAll} and {@link #giveBackAll} take of several claims. 1 where they are no better than
     * a question for each key.
     */
    default int batch() {
        return 1;
    }

    /**
     * {@link #extend} for each of these, in one question where the table can. An answer for each, in their order. Those
     * of one claim are always asked together.
     */
    default boolean[] extendAll(List<KeyChange> changes) throws Exception {
        boolean[] held = new boolean[changes.size()];
        for (int i = 0; i < held.length; i++) {
            KeyChange each = changes.get(i);
            held[i] = extend(each.key(), each.claim(), each.nanos());
        }
        return held;
    }

    /** {@link #giveBack} for each of these, as {@link #extendAll} does it. */
    default boolean[] giveBackAll(List<KeyChange> changes) throws Exception {
        boolean[] held = new boolean[changes.size()];
        for (int i = 0; i < held.length; i++) {
            held[i] = giveBack(changes.get(i).key(), changes.get(i).claim());
        }
        return held;
    }

    /**
     * In how many nanoseconds a claim that waits for the key asks again, unless {@link Claim#askNow} comes first. Never
     * blocks. By default soon at first, for the turns at a hot key are short, and every 50 ms in the end.
     *
     * @param waited how long ago the key was refused first
     */
    default long pause(String key, long waited) {
        return Pauses.whileWaiting(waited);
    }

    /** Whether a question may block. If not, questions are asked on the thread of the call, or on that of the clock. */
    default boolean blocks() {
        return true;
    }

    /** How many threads may take keys at a time. Renewals and releases have one thread each beside them. */
    default int threads() {
        return 2;
    }

    /** After how many nanoseconds a question is broken off ({@link #abort}). */
    default long timeoutNanos() {
        return Math.max(questionNanos(), TimeUnit.SECONDS.toNanos(5));
    }

    /**
     * Breaks off the question that this thread asks, for its time is over: closes the thread's connection, say. Called
     * on another thread, and never blocks. If the question takes a key all the same, the base gives it back. Until the
     * question has come back, its key is busy for this JVM.
     */
    default void abort(Thread asking) {
        asking.interrupt();
    }

    /**
     * No call waits for this claim any more, and a question about it is under way: the table may break it off. Called
     * on any thread, and never blocks. See also {@link Claim#isOver}.
     */
    default void abandoned(Claim claim) {}

    /**
     * A give-back of this key was not answered for a whole lease, and is asked no more. A table where something else
     * than that lease keeps the owner's entry or its place in a queue ends it here. Called on any thread, and never
     * blocks.
     */
    default void leftBehind(String key, Claim claim) {}

    /**
     * Whether a key is free once its lease is over. If not, it stays until it is given back or a session ends; then a
     * give-back that failed is asked again until it is known, however long that takes.
     */
    default boolean leasesEnd() {
        return true;
    }

    /** Connects, where that has not been done. Asked before the first call, and may be asked again. */
    default void load() throws Exception {}

    /** See {@link LockStore#probe}. */
    default List<String> probe() throws Exception {
        load();
        return Collections.emptyList();
    }

    /** Who holds this key. Of stores with {@link Capability#LOCKS}, as {@link #scanSize} and {@link #scan}. */
    default List<StoredLock> locks(String key) throws Exception {
        throw new UnsupportedOperationException("this store does not tell who holds a key");
    }

    /** About how many entries {@link #scan} looks at. */
    default long scanSize() throws Exception {
        throw new UnsupportedOperationException("this store does not tell who holds its keys");
    }

    /** Tells each key that is held and begins with this text. */
    default void scan(String beginning, Consumer<StoredLock> each) throws Exception {
        throw new UnsupportedOperationException("this store does not tell who holds its keys");
    }

    /** See {@link LockStore#unlock}. Of stores with {@link Capability#UNLOCK}. */
    default boolean unlock(String key, String owner) throws Exception {
        throw new UnsupportedOperationException("this store takes no key away from its owner");
    }

    /**
     * See {@link LockStore#replaceEntry}. Of stores with {@link Capability#ENTRIES}, which can be members of {@code
     * most}.
     */
    default StoreEntry replaceEntry(String namespace, String before, String after) throws Exception {
        throw new UnsupportedOperationException("this store keeps no entries");
    }

    /** The store is closed: ends connections. Called once, when all threads have come back or are given up. */
    default void close() throws Exception {}
}

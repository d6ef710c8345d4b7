package io.lockgraft.spi;

import java.util.concurrent.CompletableFuture;

/** One request under way. */
public interface Attempt {
    /**
     * Completes once, never exceptionally, and on any thread, as {@link LockStore} says. It does not complete where
     * {@link LockStore#endWaiting} has ended the attempt.
     */
    CompletableFuture<Answer> answer();

    /**
     * Whether the store has said that another owner holds a key. Once true it stays true. It tells a wait that ran out
     * from a store that never answered, and nothing else hangs on it.
     */
    boolean isContended();

    /** Who holds a key, as far as the store has said last: {@link Owner#holder} of its entry. Null where not known. */
    default String holder() {
        return null;
    }

    /**
     * Ends the attempt. The store releases a grant, also one that comes later. May be called at any time, more than
     * once, and after the answer has come. If it had not come, the answer is now the reason, as far as that is known.
     */
    void abandon();
}

package io.lockgraft.spi;

import java.util.concurrent.CompletableFuture;

/** One request under way. */
public interface Attempt {
    /** Completes once, and never exceptionally. */
    CompletableFuture<Answer> answer();

    /**
     * Whether the store has said that somebody else holds a key, so that the attempt is now waiting for it. Tells a
     * wait that ran out from a store that never answered; once true it stays true. False costs nothing but that.
     */
    boolean isContended();

    /**
     * Nobody waits for the answer any more. If it is, or turns out to be, a grant, the backend releases it. May be
     * called at any time, more than once, and after the answer has come. If it had not, the answer is now why it had
     * not, as far as that is known.
     */
    void abandon();
}

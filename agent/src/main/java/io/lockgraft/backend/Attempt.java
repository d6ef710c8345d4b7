package io.lockgraft.backend;

import java.util.concurrent.CompletableFuture;

/** One request under way. */
public interface Attempt {
    /** Completes once, and never exceptionally. */
    CompletableFuture<Answer> answer();

    /**
     * Nobody waits for the answer any more. If it is, or turns out to be, a grant, the backend releases it. May be called
     * at any time, more than once, and after the answer has come.
     */
    void abandon();
}

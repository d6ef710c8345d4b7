package io.lockgraft.spi.attempt;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import java.util.concurrent.CompletableFuture;

/** What an attempt of a store has: its answer, and whether others had a key. Both are told without a lock. */
public abstract class OpenAttempt implements Attempt {
    protected final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private volatile boolean contended;
    private volatile String holder;
    private volatile boolean mute;

    @Override
    public final CompletableFuture<Answer> answer() {
        return answer;
    }

    @Override
    public boolean isContended() {
        return contended;
    }

    @Override
    public String holder() {
        return holder;
    }

    /** From now on the attempt ends without an answer. */
    protected final void mute() {
        mute = true;
    }

    /** Gives the answer of an attempt that ends without a grant, unless it is mute. True where given now. */
    protected final boolean conclude(Answer given) {
        return !mute && answer.complete(given);
    }

    /** The store has said that others have a key; {@code by} is null where it is not known who. */
    protected final void othersHaveIt(String by) {
        holder = by;
        contended = true;
    }
}

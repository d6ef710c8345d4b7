package io.lockgraft.testing.store;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** An attempt of a test: granted at once, answered later, or another attempt with another grant. */
public final class AttemptDouble implements Attempt {
    private final CompletableFuture<Answer> answer;
    private final boolean contended;
    private final Attempt other;

    private AttemptDouble(CompletableFuture<Answer> answer, boolean contended, Attempt other) {
        this.answer = answer;
        this.contended = contended;
        this.other = other;
    }

    /** @param contended whether the store has said that another owner had the key before */
    public static Attempt granted(Grant grant, boolean contended) {
        return new AttemptDouble(CompletableFuture.completedFuture(Answer.granted(grant)), contended, null);
    }

    /** Answered when the future completes. */
    public static Attempt later(CompletableFuture<Answer> answer) {
        return new AttemptDouble(answer, false, null);
    }

    /** The other attempt with another grant. */
    public static Attempt of(Attempt other, UnaryOperator<Grant> grant) {
        CompletableFuture<Answer> answer = other.answer()
                .thenApply(said -> said.grant() == null ? said : Answer.granted(grant.apply(said.grant())));
        return new AttemptDouble(answer, false, other);
    }

    @Override
    public CompletableFuture<Answer> answer() {
        return answer;
    }

    @Override
    public boolean isContended() {
        return other == null ? contended : other.isContended();
    }

    @Override
    public String holder() {
        return other == null ? null : other.holder();
    }

    @Override
    public void abandon() {
        if (other != null) {
            other.abandon();
        }
    }
}

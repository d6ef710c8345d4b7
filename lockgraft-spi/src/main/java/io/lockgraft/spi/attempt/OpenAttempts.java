package io.lockgraft.spi.attempt;

import io.lockgraft.spi.Attempt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The attempts of a store that have no answer yet. A store that is closed ends them: no clock would any more. */
public final class OpenAttempts<A extends Attempt> {
    private final Set<A> open = ConcurrentHashMap.newKeySet();
    private final Consumer<A> ending;
    private volatile boolean closed;

    /** @param ending gives an attempt its answer because its store is closed */
    public OpenAttempts(Consumer<A> ending) {
        this.ending = ending;
    }

    /** Takes in an attempt that has begun, unless it has its answer; gives it back. */
    public A add(A attempt) {
        if (!attempt.answer().isDone()) {
            open.add(attempt);
            attempt.answer().whenComplete((answer, none) -> open.remove(attempt));
            if (closed) {
                ending.accept(attempt);
            }
        }
        return attempt;
    }

    /** @param look is shown each attempt that has no answer */
    public void each(Consumer<A> look) {
        open.forEach(look);
    }

    /** Ends all of them, and each that begins from now on. */
    public void close() {
        closed = true;
        open.forEach(ending);
    }
}

package io.lockgraft.spi.attempt;

import io.lockgraft.spi.Attempt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The attempts of a store that have no answer yet, or of which something is still at the server. A store that is closed
 * ends them: no clock would any more.
 */
public final class OpenAttempts<A extends Attempt> {
    private final Set<A> open = ConcurrentHashMap.newKeySet();
    private final Consumer<A> closing;

    /** Null while attempts may wait. */
    private volatile Consumer<A> ending;

    /** @param closing gives an attempt its answer because its store is closed */
    public OpenAttempts(Consumer<A> closing) {
        this.closing = closing;
    }

    /** Takes in an attempt that has begun, unless it has its answer; gives it back. */
    public A add(A attempt) {
        return add(attempt, attempt.answer());
    }

    /** Takes in an attempt until this future completes; gives it back. */
    public A add(A attempt, CompletableFuture<?> until) {
        if (!until.isDone()) {
            open.add(attempt);
            until.whenComplete((done, failed) -> open.remove(attempt));
            Consumer<A> how = ending;
            if (how != null) {
                how.accept(attempt);
            }
        }
        return attempt;
    }

    /** @param look is shown each attempt that is there */
    public void each(Consumer<A> look) {
        open.forEach(look);
    }

    /** Ends all of them because their store is closed, and each that begins from now on. */
    public void close() {
        end(closing);
    }

    /** Ends all of them like this, and each that begins from now on. */
    public void end(Consumer<A> how) {
        ending = how;
        open.forEach(how);
    }
}

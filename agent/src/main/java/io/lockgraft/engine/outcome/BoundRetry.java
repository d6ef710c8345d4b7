package io.lockgraft.engine.outcome;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.rules.Outcome;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Tries again, with a pause before each time that doubles, and something else at the end. */
public final class BoundRetry implements BoundOutcome {
    private final Outcome.Retry retry;
    private final BoundOutcome then;

    BoundRetry(Outcome.Retry retry, BoundOutcome then) {
        this.retry = retry;
        this.then = then;
    }

    /** True if a call that has failed so often tries again. */
    public boolean isWorthAnother(int failures) {
        return failures <= retry.times();
    }

    public void pause(int failures) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(randomNanos(failures));
    }

    /** Between half and all of the pause, so that calls that failed together do not come back together. */
    public long randomNanos(int failures) {
        long pause = nanos(failures);
        return pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    }

    /** The longest pause after so many failures. */
    long nanos(int failures) {
        long longest = retry.longestPause().toNanos();
        long pause = retry.firstPause().toNanos();
        for (int i = 1; i < failures && pause < longest; i++) {
            pause *= 2;
        }
        return Math.min(pause, longest);
    }

    @Override
    public boolean isCall() {
        return then.isCall();
    }

    @Override
    public boolean isProceed() {
        return then.isProceed();
    }

    @Override
    public Optional<Substitute> apply(NoLock miss, Object self, Object[] arguments) throws Throwable {
        return then.apply(miss, self, arguments);
    }
}

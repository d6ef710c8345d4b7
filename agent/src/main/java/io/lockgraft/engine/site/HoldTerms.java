package io.lockgraft.engine.site;

import static io.lockgraft.rules.RuleSetting.HOLD_AT_LEAST;
import static io.lockgraft.rules.RuleSetting.HOLD_AT_MOST;
import static io.lockgraft.rules.RuleSetting.HOLD_ON_EXCEEDED;
import static io.lockgraft.rules.RuleSetting.LINGER;
import static io.lockgraft.rules.RuleSetting.ON_LOST;
import static io.lockgraft.rules.RuleSetting.RENEW;

import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.LockKind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A rule's settings for its holds. Immutable. Each call reads them, so nothing is looked up. */
public final class HoldTerms {
    /** How long a hold without {@code hold.atMost} lasts until the log tells of it, in nanoseconds. */
    static final long LONG = TimeUnit.MINUTES.toNanos(1);

    private final boolean renewed;
    private final long atLeastNanos;
    private final Duration atMost;
    private final long longNanos;
    private final OnExceeded onExceeded;
    private final OnLost onLost;
    private final boolean interrupts;
    private final int mostPasses;
    private final long passNanos;
    private final long lingerNanos;

    /** @param longNanos {@link #LONG}, or less in a test */
    HoldTerms(Rule rule, long longNanos) {
        this.longNanos = longNanos;
        boolean passable = rule.get(RENEW) && rule.lock() != LockKind.FAIR && rule.lock() != LockKind.SEMAPHORE;
        Handoff handoff = passable ? rule.handoff() : Handoff.OFF;
        this.renewed = rule.get(RENEW);
        this.atLeastNanos = rule.get(HOLD_AT_LEAST).toNanos();
        this.atMost = rule.get(HOLD_AT_MOST);
        this.onExceeded = rule.get(HOLD_ON_EXCEEDED);
        this.onLost = rule.get(ON_LOST);
        this.interrupts = onLost == OnLost.INTERRUPT || atMost != null && onExceeded == OnExceeded.INTERRUPT;
        this.mostPasses = handoff.max();
        this.passNanos = handoff.within().toNanos();
        this.lingerNanos = mayLinger(rule) ? rule.get(LINGER).toNanos() : 0;
    }

    /**
     * Not where a grant's end means something to the store or to the caller. Nor where others may be let in beside
     * those that have it; readers share by handoff.
     */
    private static boolean mayLinger(Rule rule) {
        return rule.get(RENEW)
                && QueueMode.of(rule.lock()) == QueueMode.ALONE
                && rule.get(ON_LOST) != OnLost.THROW
                && rule.get(HOLD_AT_LEAST).isZero();
    }

    /** True if the lease is renewed for as long as the method runs. */
    public boolean isRenewed() {
        return renewed;
    }

    /** 0: no longer than the method runs. */
    public long atLeastNanos() {
        return atLeastNanos;
    }

    /** Null: as long as the method runs. */
    public Duration atMost() {
        return atMost;
    }

    /** How long a hold without {@link #atMost} lasts until the log tells of it. */
    public long longNanos() {
        return longNanos;
    }

    public OnExceeded onExceeded() {
        return onExceeded;
    }

    public OnLost onLost() {
        return onLost;
    }

    /**
     * True if a hold may pass its lease on that was passed on so often, in so much time. Not where the caller shall
     * know for sure whether the lock was lost: at the end only the store can say that.
     */
    public boolean mayPass(int passed, long nanos) {
        return onLost != OnLost.THROW && mayReceive(passed, nanos);
    }

    /** True if a call may get a lease that was passed on so often, in so much time. */
    public boolean mayReceive(int passed, long nanos) {
        return passed < mostPasses && nanos < passNanos;
    }

    /** How often at most a hold and those behind it may pass their lease on. */
    int mostPasses() {
        return onLost == OnLost.THROW ? 0 : mostPasses;
    }

    /**
     * True if a hold may share a lease that so many have had before, in so much time, with others. Not where its own
     * end means something to the store.
     */
    public boolean mayShare(int passed, long nanos) {
        return atLeastNanos == 0 && mayPass(passed, nanos);
    }

    /** How long the lease may stay with this JVM when its last call has ended; 0: it goes back at once. */
    public long lingerNanos() {
        return lingerNanos;
    }

    /** True if it may come to an interrupt of the method. */
    public boolean mayInterrupt() {
        return interrupts;
    }
}

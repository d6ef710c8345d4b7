package io.lockgraft.lock;

import io.lockgraft.rules.HoldPolicy;
import io.lockgraft.rules.HoldPolicy.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Rule;
import java.time.Duration;

/** What a rule says of the holds that calls have under it, once they have them. Immutable. */
final class HoldTerms {
    private final boolean renewed;
    private final long atLeastNanos;
    private final Duration atMost;
    private final OnExceeded onExceeded;
    private final OnLost onLost;

    private HoldTerms(boolean renewed, HoldPolicy hold, OnLost onLost) {
        this.renewed = renewed;
        this.atLeastNanos = hold.atLeast().toNanos();
        this.atMost = hold.atMost();
        this.onExceeded = hold.onExceeded();
        this.onLost = onLost;
    }

    static HoldTerms of(Rule rule) {
        return new HoldTerms(rule.renew(), rule.hold(), rule.onLost());
    }

    /** Whether the lease is renewed for as long as the method runs. */
    boolean isRenewed() {
        return renewed;
    }

    /** 0: no longer than the method runs. */
    long atLeastNanos() {
        return atLeastNanos;
    }

    /** Null: as long as the method runs. */
    Duration atMost() {
        return atMost;
    }

    OnExceeded onExceeded() {
        return onExceeded;
    }

    OnLost onLost() {
        return onLost;
    }

    /** Whether it may come to an interrupt of the method. */
    boolean mayInterrupt() {
        return onLost == OnLost.INTERRUPT || atMost != null && onExceeded == OnExceeded.INTERRUPT;
    }
}

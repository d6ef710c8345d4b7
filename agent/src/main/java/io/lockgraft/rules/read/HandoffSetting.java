package io.lockgraft.rules.read;

import io.lockgraft.rules.Handoff;
import io.lockgraft.spi.LockKind;
import java.time.Duration;

/**
 * What {@code handoff} says, before it is known which kind of lock it is for: the kind of a rule may stand in the rule
 * and this among the defaults. Immutable.
 */
final class HandoffSetting {
    static final HandoffSetting ON = new HandoffSetting(null, null);

    static final HandoffSetting OFF = new HandoffSetting(Handoff.OFF.max(), Handoff.OFF.within());

    private final Integer max;
    private final Duration within;

    /** @param max null, as {@code within}: that of the kind */
    HandoffSetting(Integer max, Duration within) {
        this.max = max;
        this.within = within;
    }

    Handoff of(LockKind kind) {
        Handoff usual = Handoff.usual(kind);
        return new Handoff(max == null ? usual.max() : max, within == null ? usual.within() : within);
    }
}

package io.lockgraft.engine.look;

import io.lockgraft.engine.hold.Lease;

/** For how long a lease of this JVM lasts. Immutable. */
public final class LeaseView {
    private final boolean local;
    private final boolean renewed;
    private final long doubtNanos;
    private final long leftNanos;

    LeaseView(Lease lease, long now) {
        this.local = lease.isLocal();
        this.renewed = lease.clock().isRenewed();
        this.doubtNanos = lease.clock().doubtNanos(now);
        this.leftNanos = Math.max(0, lease.clock().endsAt() - now);
    }

    /** True if no store knows of it, and it keeps out the calls of this JVM alone. */
    public boolean isLocal() {
        return local;
    }

    /** True if it is renewed for as long as it is held. */
    public boolean isRenewed() {
        return renewed;
    }

    /** True if the store has not confirmed its last renewal. */
    public boolean isAtRisk() {
        return doubtNanos >= 0;
    }

    /** For how long the store has not confirmed it, though it was asked; -1 where the last renewal was confirmed. */
    public long doubtNanos() {
        return doubtNanos;
    }

    /** After this time it is lost, where no renewal is confirmed before. */
    public long leftNanos() {
        return leftNanos;
    }
}

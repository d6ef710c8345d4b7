package io.lockgraft.engine.look;

import io.lockgraft.engine.hold.Lease;

/** For how long a lease of this JVM lasts. Immutable. */
public final class LeaseView {
    private final boolean local;
    private final boolean renewed;
    private final boolean atRisk;
    private final long leftNanos;

    LeaseView(Lease lease, long now) {
        this.local = lease.isLocal();
        this.renewed = lease.clock().isRenewed();
        this.atRisk = lease.clock().isAtRisk();
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
        return atRisk;
    }

    /** After this time it is lost, where no renewal is confirmed before. */
    public long leftNanos() {
        return leftNanos;
    }
}

package io.lockgraft.engine.look;

import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.hold.PartState;
import io.lockgraft.engine.site.Site;

/** What keeps a key from the calls that wait for it, as far as this JVM knows. Immutable. */
public final class HolderView {
    private final HolderKind kind;
    private final Hold call;
    private final ThreadView thread;
    private final String told;
    private final LeaseView lease;
    private final long nanos;
    private final long lostNanos;

    /**
     * @param call null where it is no call of this JVM
     * @param told what a work is, or who holds it elsewhere; or null
     * @param lease null where it is not known
     * @param nanos less than 0 where it is not known
     */
    private HolderView(HolderKind kind, Hold call, Thread thread, String told, LeaseView lease, long nanos) {
        this(kind, call, thread, told, lease, nanos, -1);
    }

    private HolderView(
            HolderKind kind, Hold call, Thread thread, String told, LeaseView lease, long nanos, long lostNanos) {
        this.kind = kind;
        this.call = call;
        this.thread = ThreadView.of(thread);
        this.told = told;
        this.lease = lease;
        this.nanos = nanos;
        this.lostNanos = lostNanos;
    }

    /** A hold that was seen with a lease, which it has or has just had. */
    static HolderView of(Hold hold, long now) {
        LeasePart part = hold.part();
        LeaseView lease = new LeaseView(part.lease(), now);
        long nanos = Math.max(0, part.ageNanos(now));
        return hold.hasBody() || hold.kept() == null
                ? new HolderView(HolderKind.BODY, hold, hold.thread(), null, lease, nanos)
                : new HolderView(HolderKind.WORK, hold, hold.owner(), part.awaited(), lease, nanos);
    }

    /** A hold that has lost its lease, or given it back early, and whose call runs on. */
    static HolderView unlocked(LeasePart part, long now) {
        boolean lost = part.state() == PartState.LOST;
        long age = Math.max(0, part.ageNanos(now));
        long without = lost ? age - part.loss().heldNanos() : now - part.endedAt();
        return new HolderView(
                HolderKind.UNLOCKED,
                part.hold(),
                part.hold().owner(),
                lost ? "lost" : "given back",
                null,
                age,
                Math.max(0, without));
    }

    /** A lease that no call has, of this kind. The call that had it last is named. */
    static HolderView of(HolderKind kind, Lease lease, long now) {
        Hold last = lease.reportingHold();
        // Not its part: a call that takes the lease in this moment is written there a little later.
        long nanos = last.ownPart().ageNanos(now);
        return new HolderView(kind, last, null, null, new LeaseView(lease, now), nanos);
    }

    /** A release that is under way. */
    static HolderView returning() {
        return new HolderView(HolderKind.RETURNING, null, null, null, null, -1);
    }

    /**
     * A holder that the store tells of.
     *
     * @param who null where the store does not say
     * @param surely false where it may have another of the keys that are asked for together
     */
    static HolderView elsewhere(String who, boolean surely) {
        return new HolderView(surely ? HolderKind.ELSEWHERE : HolderKind.PERHAPS_ELSEWHERE, null, null, who, null, -1);
    }

    static HolderView unknown() {
        return new HolderView(HolderKind.UNKNOWN, null, null, null, null, -1);
    }

    /** @param key the other key that the first call waits for; or null */
    static HolderView nobody(String key) {
        return new HolderView(HolderKind.NOBODY, null, null, key, null, -1);
    }

    public HolderKind kind() {
        return kind;
    }

    /** The method and the rule of the call that has it or had it last; null where it is no call of this JVM. */
    public Site site() {
        return call == null ? null : call.site();
    }

    /** The thread that must go on before it ends; null where none is known. */
    public ThreadView thread() {
        return thread;
    }

    /**
     * Of a work what the hold waits for, as {@code the end of its transaction}; of a holder elsewhere who that is; of
     * {@link HolderKind#NOBODY} the key that the first call waits for; of {@link HolderKind#UNLOCKED} how its lock
     * went. Null where not known, and for others.
     */
    public String told() {
        return told;
    }

    /** Null where it is not known. */
    public LeaseView lease() {
        return lease;
    }

    /** For how long it is held so; less than 0 where it is not known. */
    public long nanos() {
        return nanos;
    }

    /** For how long {@link HolderKind#UNLOCKED} has run without its lock; -1 for all others. */
    public long lostNanos() {
        return lostNanos;
    }

    /** True if it is a call that runs on without its lock. */
    public boolean isUnlocked() {
        return kind == HolderKind.UNLOCKED;
    }

    /** True at one of the keys of a call that runs, or whose work goes on: it is seen at each, and counted here. */
    boolean isAtFirstKey(String key) {
        return (kind == HolderKind.BODY || kind == HolderKind.WORK || isUnlocked())
                && key.equals(call.keys().get(0));
    }
}

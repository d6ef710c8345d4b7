package io.lockgraft.engine.lease;

import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.hold.PartState;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/** Does what follows from what the keeper finds at the gates: as the rule says, and for the calls that wait there. */
public class KeeperActions {
    private final ConcurrentMap<String, Gate> gates;
    private final ReleasePath releasePath;
    private final Interrupter interrupter = new Interrupter(Interrupter.PATIENCE);

    /** @param gates those in use, by their keys */
    public KeeperActions(ConcurrentMap<String, Gate> gates, ReleasePath releasePath) {
        this.gates = gates;
        this.releasePath = releasePath;
    }

    /**
     * Looks at all that calls of this JVM hold, and at what lingers; at some of it more than once. One that changes
     * hands meanwhile may be missing, where the call that gets it says so afterwards by {@link Keeper#look}.
     */
    public void eachLease(Consumer<Lease> look) {
        for (Gate gate : gates.values()) {
            gate.calls().eachLease(look);
        }
    }

    /** True if there may be any lease; makes no object. */
    public boolean isAnythingHeld() {
        return !gates.isEmpty();
    }

    /**
     * The lease is lost, and this is the hold that had it. On the keeper's or the store's thread.
     *
     * <p>From now on the key is free for any call, those of this JVM included: they ask the store like all others. A
     * call that was about to begin does so, too, and it is not told of a loss that was none of its own.
     */
    public void lost(LeasePart part) {
        LeasePart used = part.lease().used(part);
        if (used == part) {
            part.events().lost(part);
        } else if (used != null) {
            Loss loss = new Loss(used, System.nanoTime(), part.lease().lost());
            used.events().lostAtEnd(used, loss);
        }
        releasePath.leaveGates(part.hold(), null);
        if (used == part && part.terms().onLost() == OnLost.INTERRUPT) {
            interrupter.interrupt(part);
        }
        if (used == part) {
            releasePath.lost().add(part);
        }
    }

    /**
     * Gives back a lease that no call has: it has lingered for as long as it may, or is lost. Called on either thread.
     * Does nothing if a call has taken it again in this moment.
     */
    public void returnLingering(Lease lease) {
        releasePath.returnLingering(lease);
    }

    /**
     * Checks whether it is held for so long that the log tells of it, or for all that it may. Called on the keeper's
     * thread, which comes by at least every 30 s while anything is held: for a hold without a limit it is never woken.
     */
    public void checkDuration(LeasePart part, long now) {
        if (part.markLong(now)) {
            interrupter.tellLong(part);
        }
        if (part.limit() != null && part.limit().markWhole(now)) {
            exceeded(part);
        }
    }

    private void exceeded(LeasePart part) {
        OnExceeded consequence = part.terms().onExceeded();
        if (consequence == OnExceeded.RELEASE && part.endEarly(PartState.HELD)) {
            // Passed to a call whose thread has not been there since: no hold of a method's ends. It asks again.
            releasePath.releaseEarly(part);
            return;
        }
        part.events().exceeded(part);
        if (consequence == OnExceeded.INTERRUPT) {
            interrupter.interrupt(part);
        } else if (consequence == OnExceeded.RELEASE && part.endEarly(PartState.ENTERED)) {
            releasePath.releaseEarly(part);
            part.events().releasedEarly(part);
            releasePath.lost().add(part);
        }
    }
}

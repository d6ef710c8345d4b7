package io.lockgraft.engine.lease;

import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

/** What the keeper finds at the gates, and what follows from it: as the rule says, and for those that wait there. */
public class KeeperActions {
    private final ConcurrentMap<String, Gate> gates;
    private final ReleasePath leaving;
    private final Interrupter interrupter = new Interrupter(Interrupter.PATIENCE);

    /** @param gates those in use, by their keys */
    public KeeperActions(ConcurrentMap<String, Gate> gates, ReleasePath leaving) {
        this.gates = gates;
        this.leaving = leaving;
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

    /** Whether there may be any lease; makes no object. */
    public boolean isAnythingHeld() {
        return !gates.isEmpty();
    }

    /**
     * The lease is lost, and this is the hold that had it. On the keeper's or the backend's thread.
     *
     * <p>From now on the key is free for any call, those of this JVM included: they ask the store like all others. A
     * call that was about to begin does so, too, and it is not told of a loss that was none of its own.
     */
    public void lost(HoldShare grant) {
        HoldShare used = grant.lease().used(grant);
        if (used == grant) {
            grant.events().lost(grant);
        } else if (used != null) {
            Loss loss = new Loss(used, System.nanoTime(), grant.lease().lost());
            used.events().lostAtEnd(used, loss);
        }
        leaving.leave(grant.hold(), null);
        if (used == grant && grant.terms().onLost() == OnLost.INTERRUPT) {
            interrupter.interrupt(grant);
        }
    }

    /**
     * No call has it, and it must go back: it has lingered for as long as it may, or is lost. On either thread.
     * Nothing happens where a call has taken it again in this moment.
     */
    public void lingered(Lease lease) {
        leaving.lingered(lease);
    }

    /** Looks whether it is held for half of what it may, or for all of it. On the keeper's thread. */
    public void lasts(HoldShare grant, long now) {
        if (grant.limit().passesHalf(now)) {
            interrupter.passedHalf(grant);
        }
        if (grant.limit().passes(now)) {
            grant.events().exceeded(grant);
            if (grant.terms().onExceeded() == OnExceeded.INTERRUPT) {
                interrupter.interrupt(grant);
            } else if (grant.terms().onExceeded() == OnExceeded.RELEASE && grant.endEarly()) {
                leaving.releaseEarly(grant);
            }
        }
    }
}

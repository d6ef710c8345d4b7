package io.lockgraft.engine.lease;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.hold.Afterwards;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.HoldReleaser;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.hold.PartState;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.thread.LastWaits;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.spi.thread.Daemons;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentMap;

/**
 * The way out of the gates. However a call's way through them ends, nothing is left behind: its place in the queue is
 * given up, its lease passed on, left to linger or given back, and a gate that no call needs is dropped.
 */
public final class ReleasePath implements HoldReleaser {
    private final StoreThread store;
    private final ConcurrentMap<String, Gate> gates;
    private final Keeper keeper;
    private final Confirmation confirmation;
    private final LostHolds lost = new LostHolds();
    private final LastWaits lastWaits = new LastWaits(LastWaits.PATIENCE);
    private volatile boolean ending;

    /** @param gates those in use, by their keys */
    public ReleasePath(StoreThread store, ConcurrentMap<String, Gate> gates) {
        this.store = store;
        this.gates = gates;
        this.confirmation = new Confirmation(store);
        this.keeper = new Keeper(store.lockStore(), new KeeperActions(gates, this), Daemons::start, Keeper.IDLE);
    }

    /** Keeper of all leases that have not gone back. */
    public Keeper keeper() {
        return keeper;
    }

    /** The holds whose calls run on without their lock. */
    public LostHolds lost() {
        return lost;
    }

    @Override
    public Ended release(Hold hold) {
        return hold.exitBody() ? end(hold, true) : Ended.WELL;
    }

    @Override
    public Ended giveUp(Hold hold) {
        if (hold.exitBody()) {
            end(hold, false);
        }
        return Ended.WELL;
    }

    @Override
    public Ended release(Hold hold, Work over) {
        return hold.endWork(over) ? end(hold, true) : Ended.WELL;
    }

    @Override
    public LockLostException confirm(Hold hold) {
        return confirmation.of(hold);
    }

    private Ended end(Hold hold, boolean ran) {
        try {
            return giveBack(hold, ran);
        } finally {
            releaseOuters(hold);
        }
    }

    /** Makes no object, as most of a call's end: the heap may be full. */
    private void releaseOuters(Hold hold) {
        List<Hold> outers = hold.outers();
        for (int i = 0; i < outers.size(); i++) {
            Hold outer = outers.get(i);
            if (hold.kept() == null || !hold.kept().isLeft()) {
                release(outer);
            } else if (outer.exitWork()) {
                end(outer, true);
            }
        }
    }

    /** Passes the lease on or gives it back, without waiting for the store, and leaves the gates. */
    private Ended giveBack(Hold hold, boolean ran) {
        if (hold.part() == null) {
            leaveGates(hold, null);
            if (hold.part() == null) {
                return Ended.WELL;
            }
        }
        LeasePart part = hold.part();
        if (!ran) {
            part.giveUp();
        }
        if (!part.end()) {
            lost.remove(part);
            leaveGates(hold, null);
        } else if (!isLast(part)) {
            lost.remove(part);
            leaveGates(hold, null);
            if (part.hasEntered()) {
                part.events().leftShared(part);
            }
        } else {
            return giveBackLease(part, ran);
        }
        tellLate(part);
        return Ended.WELL;
    }

    private Ended giveBackLease(LeasePart part, boolean ran) {
        Afterwards goes = passOn(part, ran);
        if (goes == Afterwards.GOES_BACK) {
            Release released = release(part, ran);
            if (ending && released != null) {
                lastWaits.await(released.answer());
            }
            return released == null ? Ended.WELL : released;
        }
        boolean lingers = goes == Afterwards.LINGERS;
        if (part.hasEntered() && lingers) {
            part.events().lingered(part);
        } else if (part.hasEntered()) {
            part.events().handedOver(part);
        }
        if (lingers) {
            watchLinger(part.lease());
        }
        tellLate(part);
        return Ended.WELL;
    }

    /** True if no other call has a share in its lease. */
    private static boolean isLast(LeasePart part) {
        return !part.lease().isShared() || part.hold().gate(0).removeSharer(part);
    }

    /** What becomes of the lease: where it goes back to the store, it is no longer renewed. */
    private Afterwards passOn(LeasePart part, boolean ran) {
        Hold hold = part.hold();
        boolean kept = false;
        try {
            boolean may = hold.keys().size() == 1
                    && part.state() == PartState.RELEASED
                    && (hold.gate(0).calls().isAwaited() || part.terms().lingerNanos() > 0)
                    && !(ran && part.restNanos() > 0);
            Afterwards goes = may ? hold.gate(0).passOn(part, part.endedAt()) : Afterwards.GOES_BACK;
            kept = goes != Afterwards.GOES_BACK;
            return goes;
        } catch (RuntimeException | Error e) {
            // It may have come when the next one had it already, or was offered it.
            kept = !part.lease().isShared() && hold.gate(0).hasPassedOn(part);
            throw e;
        } finally {
            if (!kept) {
                part.lease().end();
            }
        }
    }

    /**
     * Looks after a lease that has begun to linger: gives it back if all is over. What ends all says so first, and then
     * looks for what lingers.
     */
    private void watchLinger(Lease lease) {
        if (ending) {
            CompletableFuture<?> released = returnLingering(lease);
            if (released != null) {
                lastWaits.await(released);
            }
        } else {
            keeper.look(lease);
        }
    }

    /** The JVM is about to end: from now on nothing lingers, and a release waits a moment for that. */
    public void endLinger() {
        ending = true;
        for (Gate gate : gates.values()) {
            endLinger(gate);
        }
    }

    /** Gives back what lingers there. */
    public void endLinger(Gate gate) {
        Lease idle = gate.lingering();
        if (idle != null) {
            returnLingering(idle);
        }
    }

    /**
     * Gives back a lease that lingers, in the name of its last holder, which leaves the head only when the release is
     * on its way.
     *
     * @return the store's answer; null where another has given it back
     */
    CompletableFuture<?> returnLingering(Lease lease) {
        if (!lease.reportingHold().gate(0).endLinger(lease)) {
            return null;
        }
        lease.end();
        CompletableFuture<?> released = null;
        try {
            released = Release.ofLingering(store, lease);
            return released;
        } finally {
            leaveGates(lease.reportingHold(), released);
        }
    }

    private Release release(LeasePart part, boolean ran) {
        Release ending = null;
        try {
            boolean wasHeld = part.state() == PartState.RELEASED;
            if (!wasHeld) {
                lost.remove(part);
            }
            ending = Release.of(store, part, wasHeld, ran ? part.restNanos() : 0);
            return ending;
        } finally {
            try {
                if (part.hasEntered()) {
                    part.events().released(part);
                }
                tellLate(part);
            } finally {
                leaveGates(part.hold(), ending == null ? null : ending.answer());
            }
        }
    }

    /** As after a loss, but the store is told. */
    void releaseEarly(LeasePart part) {
        CompletableFuture<?> released = null;
        if (isLast(part)) {
            part.lease().end();
            Release ending = Release.of(store, part, true, 0);
            released = ending == null ? null : ending.answer();
        }
        leaveGates(part.hold(), released);
    }

    private static void tellLate(LeasePart part) {
        if (part.isToldLong()) {
            part.events().endedLate(part);
        }
    }

    /**
     * From now on the keys are anybody's. The last first, and each for itself: where there is no memory for one, the
     * others are left all the same.
     */
    void leaveGates(Hold hold, CompletableFuture<?> released) {
        Error failure = null;
        for (int i = hold.keys().size() - 1; i >= 0; i--) {
            try {
                if (hold.gate(i) != null) {
                    leaveGate(hold.gate(i), hold, released);
                }
            } catch (Error e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void leaveGate(Gate gate, Hold hold, CompletableFuture<?> released) {
        if (gate.leave(hold, released)) {
            gates.remove(gate.key(), gate);
            return;
        }
        CompletableFuture<?> returning = gate.calls().returning();
        if (returning != null && gate.calls().isEmpty()) {
            returning.whenComplete((ours, failure) -> {
                if (gate.tidy()) {
                    gates.remove(gate.key(), gate);
                }
            });
        }
    }
}

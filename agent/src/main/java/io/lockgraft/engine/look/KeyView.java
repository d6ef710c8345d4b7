package io.lockgraft.engine.look;

import io.lockgraft.engine.hold.GateView;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.spi.Attempt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One key of one store: what holds it, and which calls of this JVM wait for it. Immutable. */
public final class KeyView {
    private final String store;
    private final String key;
    private final List<HolderView> holders;
    private final List<WaiterView> waiters;

    private KeyView(String store, String key, List<HolderView> holders, List<WaiterView> waiters) {
        this.store = store;
        this.key = key;
        this.holders = holders;
        this.waiters = waiters;
    }

    /** Of a key that calls of this JVM have lost, and that none holds or waits for. */
    static KeyView ofLost(String store, String key, List<LeasePart> lost, long now) {
        return new KeyView(store, key, unlocked(lost, now), Collections.emptyList());
    }

    private static List<HolderView> unlocked(List<LeasePart> lost, long now) {
        List<HolderView> holders = new ArrayList<>(lost.size() + 1);
        for (LeasePart each : lost) {
            holders.add(HolderView.unlocked(each, now));
        }
        return holders;
    }

    /**
     * @param lost the calls that run on without the key
     * @param self how the store names this JVM as a holder; null where it is not named
     */
    static KeyView of(String store, GateView gate, List<LeasePart> lost, String self, long now) {
        List<HolderView> holders = new ArrayList<>(1);
        for (Hold hold : gate.holding()) {
            holders.add(HolderView.of(hold, now));
        }
        List<WaiterView> waiters = new ArrayList<>(gate.waiting().size());
        for (Hold hold : gate.waiting()) {
            waiters.add(new WaiterView(hold, gate.key(), now));
        }
        HolderView told = told(gate);
        if (holders.isEmpty()) {
            holders.add(own(gate, told, now));
        } else if (told != null && told.told() != null && !told.told().equals(self)) {
            holders.add(told);
        }
        holders.addAll(0, unlocked(lost, now));
        return new KeyView(store, gate.key(), holders, waiters);
    }

    /** What keeps a key that no call of this JVM has. */
    private static HolderView own(GateView gate, HolderView told, long now) {
        if (gate.lingering() != null) {
            return HolderView.of(HolderKind.LINGERING, gate.lingering(), now);
        }
        if (gate.offered() != null) {
            return HolderView.of(HolderKind.OFFERED, gate.offered(), now);
        }
        if (gate.ended() != null || gate.isReturning()) {
            return HolderView.returning();
        }
        return told == null ? asked(gate) : told;
    }

    /** The holder elsewhere, where the store has said that there is one; else null. */
    private static HolderView told(GateView gate) {
        for (Hold hold : gate.waiting()) {
            Attempt asking = hold.waiter().attempt();
            if (asking != null && asking.isContended()) {
                return HolderView.elsewhere(asking.holder(), hold.keys().size() == 1);
            }
        }
        return null;
    }

    private static HolderView asked(GateView gate) {
        Hold first = gate.waiting().get(0);
        String other = first.waiter().attempt() == null ? first.waiter().awaited() : null;
        return other == null || other.equals(gate.key()) ? HolderView.unknown() : HolderView.nobody(other);
    }

    /** The name of the store; empty for the only one. */
    public String store() {
        return store;
    }

    public String key() {
        return key;
    }

    /** At least one. The calls that run on without the key come first: two may do its work at the same time. */
    public List<HolderView> holders() {
        return Collections.unmodifiableList(holders);
    }

    /** The calls of this JVM that wait: the one whose turn it is comes first, the queue last. */
    public List<WaiterView> waiters() {
        return Collections.unmodifiableList(waiters);
    }

    /** The longest wait in nanoseconds; -1 where no call waits. */
    public long oldestNanos() {
        long oldest = -1;
        for (WaiterView each : waiters) {
            oldest = Math.max(oldest, each.nanos());
        }
        return oldest;
    }

    /** For how long it has been held; -1 where that is not known. */
    public long heldNanos() {
        long held = -1;
        for (HolderView each : holders) {
            held = Math.max(held, each.nanos());
        }
        return held;
    }
}

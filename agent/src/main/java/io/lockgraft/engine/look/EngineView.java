package io.lockgraft.engine.look;

import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.acquire.LazyGates;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.GateView;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.manage.meter.RuleWaits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What this JVM holds and waits for, seen at one look. Each key is exact for itself; the keys are looked at one after
 * the other. Immutable.
 */
public final class EngineView {
    private static final Comparator<KeyView> MOST_URGENT = Comparator.comparingLong(KeyView::oldestNanos)
            .thenComparingLong(KeyView::heldNanos)
            .reversed()
            .thenComparing(KeyView::store)
            .thenComparing(KeyView::key);

    private final List<KeyView> keys;
    private final int holding;
    private final int waiting;
    private final int unlocked;

    /** @param keys in the order in which they are shown */
    private EngineView(List<KeyView> keys) {
        this.keys = Collections.unmodifiableList(keys);
        int hold = 0;
        int wait = 0;
        int without = 0;
        for (KeyView key : keys) {
            for (HolderView holder : key.holders()) {
                int one = holder.isAtFirstKey(key.key()) ? 1 : 0;
                hold += holder.isUnlocked() ? 0 : one;
                without += holder.isUnlocked() ? one : 0;
            }
            for (WaiterView waiter : key.waiters()) {
                wait += waiter.isAtFirstKey() ? 1 : 0;
            }
        }
        this.holding = hold;
        this.waiting = wait;
        this.unlocked = without;
    }

    /**
     * Looks at the gates of all stores. A call that comes to a gate meanwhile waits for the copy of its queue, and for
     * nothing else. No store is asked.
     */
    public static EngineView of(Stores stores) {
        List<KeyView> keys = new ArrayList<>();
        for (Map.Entry<String, LazyGates> each : stores.byName().entrySet()) {
            Gates gates = each.getValue().made();
            if (gates != null) {
                add(keys, each.getKey(), gates);
            }
        }
        keys.sort(MOST_URGENT);
        return new EngineView(keys);
    }

    /** The clock is read behind each copy: nothing in it is of later. */
    private static void add(List<KeyView> keys, String store, Gates gates) {
        Map<String, List<LeasePart>> lost = new HashMap<>();
        for (LeasePart part : gates.releasePath().lost().all()) {
            for (String key : part.hold().keys()) {
                lost.computeIfAbsent(key, none -> new ArrayList<>()).add(part);
            }
        }
        for (Gate gate : gates.all()) {
            GateView view = GateView.of(gate);
            if (!view.isEmpty()) {
                List<LeasePart> without = lost.remove(view.key());
                keys.add(KeyView.of(
                        store,
                        view,
                        without == null ? Collections.emptyList() : without,
                        gates.jvm().name(),
                        System.nanoTime()));
            }
        }
        lost.forEach((key, parts) -> keys.add(KeyView.ofLost(store, key, parts, System.nanoTime())));
    }

    /** Those that calls wait for come first, the longest wait before the others; then those that are held longest. */
    public List<KeyView> keys() {
        return keys;
    }

    /** Number of calls that have their locks, each counted once, however many keys it has. */
    public int holding() {
        return holding;
    }

    /** Number of calls that wait for their locks, each counted once. */
    public int waiting() {
        return waiting;
    }

    /** Number of calls that have lost their locks, or given them back early, and run on without them. */
    public int unlocked() {
        return unlocked;
    }

    /** Who waits under each rule, by its name. A rule under which no call waits is not in it. */
    public Map<String, RuleWaits> waits() {
        Map<String, RuleWaits> waits = new HashMap<>();
        for (KeyView key : keys) {
            for (WaiterView waiter : key.waiters()) {
                String rule = waiter.site().rule().name();
                waits.computeIfAbsent(rule, none -> new RuleWaits())
                        .add(key.key(), waiter.nanos(), waiter.isAtFirstKey());
            }
        }
        return waits;
    }

    /** For how long this store has told a call nothing that it has asked; -1 where none waits for an answer. */
    public long unansweredNanos(String store) {
        long longest = -1;
        for (KeyView key : keys) {
            for (WaiterView waiter : key.waiters()) {
                longest = key.store().equals(store) ? Math.max(longest, waiter.unansweredNanos()) : longest;
            }
        }
        return longest;
    }

    /** For how long this store has not confirmed a lease, though it was asked; -1 where none is in doubt. */
    public long doubtNanos(String store) {
        long longest = -1;
        for (KeyView key : keys) {
            for (HolderView holder : key.holders()) {
                boolean its = key.store().equals(store) && holder.lease() != null;
                longest = its ? Math.max(longest, holder.lease().doubtNanos()) : longest;
            }
        }
        return longest;
    }

    /** The key that a call has waited for longest; null where none waits. */
    public KeyView oldest() {
        return keys.isEmpty() || keys.get(0).waiters().isEmpty() ? null : keys.get(0);
    }
}

package io.lockgraft.engine.look;

import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.acquire.LazyGates;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.GateView;
import io.lockgraft.engine.hold.LeasePart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at the gates of all stores. A call that comes to a gate meanwhile waits for the copy of its queue, and for
 * nothing else. No store is asked.
 */
public final class Look {
    private static final Comparator<KeyView> MOST_URGENT = Comparator.comparingLong(KeyView::oldestNanos)
            .thenComparingLong(KeyView::heldNanos)
            .reversed()
            .thenComparing(KeyView::store)
            .thenComparing(KeyView::key);

    private final Stores stores;

    public Look(Stores stores) {
        this.stores = stores;
    }

    /** What all gates show now. */
    public EngineView now() {
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

    /** Number of calls that wait until the store of this name is connected; they wait for no key yet. */
    public int connecting(String store) {
        LazyGates gates = stores.byName().get(store);
        Gates made = gates == null ? null : gates.made();
        return made == null ? 0 : made.connecting();
    }

    /** True if the store of this name has been asked for a lock, or is about to be. */
    public boolean isOpen(String store) {
        LazyGates gates = stores.byName().get(store);
        return gates != null && gates.made() != null;
    }
}

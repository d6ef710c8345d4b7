package io.lockgraft.store.compound;

import io.lockgraft.spi.StoreConfiguration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The stores that a description is made of, by their texts. */
public final class Parts {
    private Parts() {}

    /** Two of these that are one store, or have one as a part: the second of them; null where there is none. */
    public static StoreConfiguration overlapping(List<StoreConfiguration> stores) {
        for (int i = 1; i < stores.size(); i++) {
            for (int before = 0; before < i; before++) {
                if (shared(stores.get(before), stores.get(i)) != null) {
                    return stores.get(i);
                }
            }
        }
        return null;
    }

    /** A store that both are made of, directly or by members of members; null where there is none. */
    public static String shared(StoreConfiguration one, StoreConfiguration other) {
        Set<String> both = of(one);
        both.retainAll(of(other));
        return both.isEmpty() ? null : both.iterator().next();
    }

    private static Set<String> of(StoreConfiguration store) {
        Set<String> parts = new LinkedHashSet<>();
        parts.add(store.toString());
        for (StoreConfiguration member : store.members()) {
            parts.addAll(of(member));
        }
        return parts;
    }
}

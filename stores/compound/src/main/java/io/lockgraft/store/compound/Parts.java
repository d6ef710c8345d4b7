package io.lockgraft.store.compound;

import io.lockgraft.spi.StoreConfiguration;
import java.util.LinkedHashSet;
import java.util.Set;

/** The stores that a description is made of, by their texts. */
final class Parts {
    private Parts() {}

    /** A store that both are made of, directly or by members of members; null where there is none. */
    static String shared(StoreConfiguration one, StoreConfiguration other) {
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

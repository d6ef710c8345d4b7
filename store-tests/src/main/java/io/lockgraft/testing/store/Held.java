package io.lockgraft.testing.store;

import io.lockgraft.store.memory.LocalKeys;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a store in memory holds. */
public final class Held {
    private static final String HOLDS = " holds ";

    private Held() {}

    /** Whether an owner holds the key now. */
    public static boolean isHeld(LocalKeys localKeys, String key) {
        return held(localKeys).contains(key);
    }

    /** All keys that are held now. */
    public static TreeSet<String> held(LocalKeys localKeys) {
        return localKeys.all().stream()
                .filter(each -> each.contains(HOLDS))
                .map(each -> each.substring(each.indexOf(HOLDS) + HOLDS.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Which owners hold these keys now, and which wait for them. */
    public static Set<String> left(LocalKeys localKeys, List<String> keys) {
        return localKeys.all().stream()
                .filter(each ->
                        keys.stream().anyMatch(key -> each.endsWith(HOLDS + key) || each.endsWith(" for " + key)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

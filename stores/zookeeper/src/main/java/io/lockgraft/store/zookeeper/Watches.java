package io.lockgraft.store.zookeeper;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Which places are told of a change of which node. The library keeps one watcher a path, however many places wait for
 * it.
 */
final class Watches {
    private final ConcurrentMap<String, Set<KeyPlace>> byPath = new ConcurrentHashMap<>();

    void add(String path, KeyPlace place) {
        byPath.compute(path, (none, places) -> {
            Set<KeyPlace> all = places == null ? ConcurrentHashMap.newKeySet() : places;
            all.add(place);
            return all;
        });
    }

    void remove(String path, KeyPlace place) {
        byPath.computeIfPresent(path, (none, places) -> {
            places.remove(place);
            return places.isEmpty() ? null : places;
        });
    }

    /** Tells and forgets the places of this path. */
    void changed(String path, boolean isDeleted) {
        Set<KeyPlace> places = byPath.remove(path);
        if (places != null) {
            places.forEach(place -> place.sees(path, isDeleted));
        }
    }
}

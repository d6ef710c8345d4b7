package io.lockgraft.backend;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Which permits of semaphores: of each key one, by its number, from 0 to below the number of permits. Two grants that
 * have a permit of one key never have the same, which is how several stores can know that they mean one.
 */
public final class PermitNumbers {
    /** Of locks without permits, and where it does not matter which one. */
    public static final PermitNumbers NONE = new PermitNumbers(Collections.emptyMap());

    private final Map<String, Integer> byKey;

    private PermitNumbers(Map<String, Integer> byKey) {
        this.byKey = byKey;
    }

    public static PermitNumbers of(Map<String, Integer> byKey) {
        return byKey.isEmpty() ? NONE : new PermitNumbers(new HashMap<>(byKey));
    }

    public static PermitNumbers anyOf(List<String> keys, int permits) {
        Map<String, Integer> byKey = new HashMap<>();
        for (String key : keys) {
            byKey.put(key, ThreadLocalRandom.current().nextInt(permits));
        }
        return new PermitNumbers(byKey);
    }

    public int of(String key) {
        return byKey.get(key);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof PermitNumbers && byKey.equals(((PermitNumbers) other).byKey);
    }

    @Override
    public int hashCode() {
        return byKey.hashCode();
    }

    @Override
    public String toString() {
        return byKey.toString();
    }
}

package io.lockgraft.engine.site;

import java.util.concurrent.ConcurrentHashMap;

/** Facts about each class, kept by the class and collected with it. */
final class PerClass<K, V> extends ClassValue<ConcurrentHashMap<K, V>> {
    @Override
    protected ConcurrentHashMap<K, V> computeValue(Class<?> type) {
        return new ConcurrentHashMap<>(4);
    }
}

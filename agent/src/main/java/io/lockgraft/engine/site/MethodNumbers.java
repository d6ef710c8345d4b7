package io.lockgraft.engine.site;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoaderMap;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The numbers that woven code carries: one for each method, by class loader, class and descriptor, whatever rules it
 * has. They outlive the rules, so that rules that are read again need no code that is woven again. A number whose
 * loader was collected is given out again once no code is left that carries it and can still run: an object's
 * finalizer may.
 */
final class MethodNumbers {
    /** Numbers of methods, by their loaders. */
    private final LoaderMap<Map<String, Integer>> numbers = new LoaderMap<>();
    /**
     * The same, by what tells that nothing of a loader can run any more. A weak reference would not do: it is cleared
     * before the loader's last objects are finalized, and what a finalizer calls would run under another method's lock.
     */
    private final Map<Reference<?>, Map<String, Integer>> ends = new HashMap<>();

    private final ReferenceQueue<ClassLoader> ended = new ReferenceQueue<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private int used;

    /** The number of this method of this loader's class; the same one each time. Holds the loader weakly. */
    synchronized int of(MethodShape method, ClassLoader loader) {
        forgetEnded();
        Map<String, Integer> ofLoader = numbers.get(loader);
        if (ofLoader == null) {
            ofLoader = new HashMap<>();
            numbers.put(loader, ofLoader);
            if (loader != null) {
                ends.put(new PhantomReference<>(loader, ended), ofLoader);
            }
        }
        Integer known = ofLoader.get(id(method));
        if (known == null) {
            known = free.isEmpty() ? Integer.valueOf(used++) : free.poll();
            ofLoader.put(id(method), known);
        }
        return known;
    }

    /** The number of a method that has one; or null. */
    synchronized Integer find(MethodShape method, ClassLoader loader) {
        Map<String, Integer> ofLoader = numbers.get(loader);
        return ofLoader == null ? null : ofLoader.get(id(method));
    }

    private static String id(MethodShape method) {
        return method.owner() + '.' + method.name() + method.descriptor();
    }

    /**
     * Lets go of loaders that have been collected. Up to Java 8 a phantom reference keeps its loader, with all classes,
     * until it is taken out of here, be it that no class is woven any more. Cheap where there is none.
     */
    void forgetEnded() {
        for (Reference<?> end = ended.poll(); end != null; end = ended.poll()) {
            free(end);
        }
    }

    private synchronized void free(Reference<?> end) {
        free.addAll(ends.remove(end).values());
    }

    /** How many methods have one, for tests. */
    synchronized int size() {
        forgetEnded();
        return used - free.size();
    }

    /** How many loaders have methods with one, as far as it is known; for tests. */
    synchronized int loaders() {
        return ends.size();
    }
}

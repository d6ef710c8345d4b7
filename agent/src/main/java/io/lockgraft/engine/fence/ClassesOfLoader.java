package io.lockgraft.engine.fence;

/** Lists the classes that a loader has already loaded. Asking the loader itself would load them. */
public interface ClassesOfLoader {
    /** Classes that this loader has loaded, or has had loaded by another. */
    Class<?>[] of(ClassLoader loader);
}

package io.lockgraft.engine.fence;

/** Tells which classes are there already, by Instrumentation: to ask a class loader would load them. */
public interface ClassesOfLoader {
    /** Those that this loader has loaded, or has had loaded by another. */
    Class<?>[] of(ClassLoader loader);
}

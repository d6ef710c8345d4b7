package io.lockgraft.engine.fence;

/** Tells which classes are there already, by Instrumentation: to ask a class loader would load them. */
public interface LoadedClasses {
    /** Those that this loader has loaded, or has had loaded by another. */
    Class<?>[] of(ClassLoader loader);

    /** Knows of none. Not a lambda: it is made before main, where an early Java 8 crashes on one. */
    LoadedClasses NONE = new LoadedClasses() {
        @Override
        public Class<?>[] of(ClassLoader loader) {
            return new Class<?>[0];
        }
    };
}

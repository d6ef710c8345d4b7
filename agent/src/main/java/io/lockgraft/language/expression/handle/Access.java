package io.lockgraft.language.expression.handle;

/**
 * Lets compiled expressions reach members of classes in modules that open nothing. The agent does it by
 * Instrumentation.redefineModule; without an agent, and on Java 8, there is nothing to do.
 */
public interface Access {
    /** Opens the package of this class to the agent's own classes, where it is not open already. */
    void open(Class<?> type);

    /** Opens nothing. Not a lambda: it is made before main, where an early Java 8 crashes on one. */
    Access NONE = new Access() {
        @Override
        public void open(Class<?> type) {
            // nothing to open
        }
    };
}

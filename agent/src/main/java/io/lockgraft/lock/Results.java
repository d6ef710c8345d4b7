package io.lockgraft.lock;

/** Results that a method returns before its work is done. */
public interface Results {
    /** What goes on after the method has returned this; null where its work is done. */
    Work workOf(Object returned);

    /** Knows of none. Not a lambda: it is made before main, where an early Java 8 crashes on one. */
    Results NONE = new Results() {
        @Override
        public Work workOf(Object returned) {
            return null;
        }
    };
}

package io.lockgraft.bootstrap;

/** The answer of {@link LockGate#enter} that says: do not run the body, return this value. */
public final class Substitute {
    private final Object value;

    public Substitute(Object value) {
        this.value = value;
    }

    /** What the method returns; never null where it returns a primitive. */
    public Object value() {
        return value;
    }
}

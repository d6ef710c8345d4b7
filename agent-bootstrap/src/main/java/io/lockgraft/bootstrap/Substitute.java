package io.lockgraft.bootstrap;

/** Token of a call whose body does not run: the method returns this value. */
public class Substitute implements Token {
    private final Object value;

    public Substitute(Object value) {
        this.value = value;
    }

    /** The result of the method; never null where it returns a primitive. */
    public final Object value() {
        return value;
    }

    @Override
    public final boolean runsBody() {
        return false;
    }

    @Override
    public final Object exit(Object returned, Throwable thrown) {
        return value;
    }
}

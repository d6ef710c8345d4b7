package io.lockgraft.cli.held;

/** Nothing was taken away. The message says why, and what to do. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }
}

package io.lockgraft.cli.held;

/** The key was not taken away, or may not have been. The message says which, why, and what to do. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }
}

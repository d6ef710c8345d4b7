package io.lockgraft.cli.held;

/** The key was not taken away, or may not have been. The message says which, why, and what to do. */
public final class NotTakenException extends Exception {
    private static final long serialVersionUID = 1L;

    NotTakenException(String message) {
        super(message);
    }
}

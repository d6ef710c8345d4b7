package io.lockgraft.extension;

/** A jar that is no extension, or that does not work with this Lockgraft. Its message says what to do. */
public final class ExtensionException extends Exception {
    private static final long serialVersionUID = 1L;

    ExtensionException(String message) {
        super(message);
    }
}

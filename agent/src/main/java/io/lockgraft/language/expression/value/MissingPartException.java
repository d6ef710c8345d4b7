package io.lockgraft.language.expression.value;

/** A part of the key is null or blank; the message says which. Made once for each part, without a stack. */
public final class MissingPartException extends Exception {
    private static final long serialVersionUID = 1L;

    public MissingPartException(String message) {
        super(message, null, false, false);
    }
}

package io.lockgraft.store.compound;

/** Why most servers of a quorum could not say, in one line for a person. */
final class NoMajorityException extends Exception {
    private static final long serialVersionUID = 1L;

    NoMajorityException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}

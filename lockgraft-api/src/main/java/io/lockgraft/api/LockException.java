package io.lockgraft.api;

/**
 * A locked method did not get what its rule asks for, and its rule says throw. The method's own exceptions are never
 * wrapped in it. Unchecked, because the application that meets it was written without it.
 */
public abstract class LockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;

    LockException(String rule, String message, Throwable cause) {
        super(message, cause);
        this.rule = rule;
    }

    /** The name of the rule that applied. */
    public final String rule() {
        return rule;
    }
}

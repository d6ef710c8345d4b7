package io.lockgraft.api;

/**
 * The rule names this method but cannot be applied to it, or not inside of the locked method that called it. Its body
 * did not run.
 */
public final class LockRuleException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockRuleException(String rule, String message, Throwable cause) {
        super(rule, message, cause);
    }
}

package io.lockgraft.api;

/**
 * The thread was interrupted while it waited, in a method that does not declare InterruptedException itself. The
 * interrupt flag is set. The body did not run.
 */
public final class LockInterruptedException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockInterruptedException(String rule, String message, Throwable cause) {
        super(rule, message, cause);
    }
}

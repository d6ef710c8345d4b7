package io.lockgraft.api;

/** The lock was lost while the method ran: another call may have run at the same time. */
public final class LockLostException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockLostException(String rule, String message, Throwable cause) {
        super(rule, message, cause);
    }
}

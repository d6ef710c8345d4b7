package io.lockgraft.api;

/** The wait ran out while another call held the key. The method's body did not run. */
public final class LockBusyException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockBusyException(String rule, String message, Throwable cause) {
        super(rule, message, cause);
    }
}

package io.lockgraft.spi;

/** What kind of lock a rule asks for. */
public enum LockKind {
    EXCLUSIVE,
    FAIR,
    READ,
    WRITE,
    SEMAPHORE,
    FENCED;

    /** As the rules file writes it. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}

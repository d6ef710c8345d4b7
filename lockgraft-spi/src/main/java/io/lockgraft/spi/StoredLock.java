package io.lockgraft.spi;

/** One holder of one key, as the store's entry tells it. Immutable. */
public final class StoredLock {
    private final String key;
    private final String owner;
    private final String rule;
    private final String thread;
    private final long heldMillis;
    private final long leftMillis;

    /**
     * @param owner the text of its {@link Owner}, or what another client has written there
     * @param rule null where the entry does not tell; so for the thread
     * @param heldMillis for how long it has been held; negative where the entry does not tell
     * @param leftMillis until its lease ends; 0 where it is over and the key is kept from others all the same;
     *     negative where the entry does not tell
     */
    public StoredLock(String key, String owner, String rule, String thread, long heldMillis, long leftMillis) {
        this.key = key;
        this.owner = owner;
        this.rule = rule;
        this.thread = thread;
        this.heldMillis = heldMillis;
        this.leftMillis = leftMillis;
    }

    /** The whole name of the lock, namespace included. */
    public String key() {
        return key;
    }

    /** What {@link LockStore#unlock} takes. {@link Owner#holder} makes it readable. */
    public String owner() {
        return owner;
    }

    /** Null where the entry does not tell. */
    public String rule() {
        return rule;
    }

    /** Null where the entry does not tell. */
    public String thread() {
        return thread;
    }

    /** Negative where the entry does not tell. */
    public long heldMillis() {
        return heldMillis;
    }

    /** 0 where the lease is over and the key is not free yet; negative where the entry does not tell. */
    public long leftMillis() {
        return leftMillis;
    }

    @Override
    public String toString() {
        return key + " held by " + owner;
    }
}

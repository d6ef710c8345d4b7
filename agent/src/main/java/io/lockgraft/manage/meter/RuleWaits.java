package io.lockgraft.manage.meter;

/** The calls that wait under one rule, seen at one look. */
public final class RuleWaits {
    private int waiting;
    private long oldestNanos = -1;
    private String oldestKey = "";

    /**
     * Adds what waits at one key.
     *
     * @param counts false for a call that is counted at another one of its keys
     */
    public void add(String key, long nanos, boolean counts) {
        waiting += counts ? 1 : 0;
        if (nanos > oldestNanos) {
            oldestNanos = nanos;
            oldestKey = key;
        }
    }

    /** Number of calls. */
    public int waiting() {
        return waiting;
    }

    /** For how long the one that came first has waited. */
    public long oldestNanos() {
        return oldestNanos;
    }

    /** The key that it waits for. */
    public String oldestKey() {
        return oldestKey;
    }
}

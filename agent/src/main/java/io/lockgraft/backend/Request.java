package io.lockgraft.backend;

import java.util.concurrent.TimeUnit;

/** What a backend is asked for: a key, in an owner's name, for a lease, by a deadline. */
public final class Request {
    private final String key;
    private final long owner;
    private final long leaseMillis;
    private final long deadline;

    /**
     * @param owner distinct for every attempt of this process
     * @param deadline by System.nanoTime; compare by difference. A deadline that has passed means: try once
     */
    public Request(String key, long owner, long leaseMillis, long deadline) {
        this.key = key;
        this.owner = owner;
        this.leaseMillis = leaseMillis;
        this.deadline = deadline;
    }

    /** The whole name of the lock, namespace included. */
    public String key() {
        return key;
    }

    public long owner() {
        return owner;
    }

    public long leaseMillis() {
        return leaseMillis;
    }

    public long deadline() {
        return deadline;
    }

    /** What is left until the deadline, in nanoseconds; negative once it has passed. */
    public long remaining() {
        return deadline - System.nanoTime();
    }

    public long leaseNanos() {
        return TimeUnit.MILLISECONDS.toNanos(leaseMillis);
    }
}

package io.lockgraft.store.etcd.gateway;

import java.net.SocketTimeoutException;

/** Until when all requests of one question must be answered. */
public final class Deadline {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    public static Deadline in(long nanos) {
        return new Deadline(System.nanoTime() + nanos);
    }

    public long left() throws SocketTimeoutException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException("etcd has not answered in time");
        }
        return left;
    }
}

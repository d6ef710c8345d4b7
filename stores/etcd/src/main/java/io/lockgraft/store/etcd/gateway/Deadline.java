package io.lockgraft.store.etcd.gateway;

import java.net.SocketTimeoutException;

/** Until when all requests of one question must be answered. */
public final class Deadline {
    private final long end;
    private final long half;

    private Deadline(long nanos) {
        this.end = System.nanoTime() + nanos;
        this.half = nanos / 2;
    }

    public static Deadline in(long nanos) {
        return new Deadline(nanos);
    }

    /** The nanoseconds that are left; never less than one. */
    long left() throws SocketTimeoutException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException("etcd has not answered in time");
        }
        return left;
    }

    /** Half of the whole time, in nanoseconds: a server that is silent for it leaves time to ask another one. */
    long half() {
        return half;
    }
}

package io.lockgraft.store.zookeeper;

/**
 * Until when the server keeps the session, by what it has answered. A write that is answered was checked by the leader,
 * but did not begin the session's time-out anew there: a follower only tells its leader each half tick whom it has
 * heard. So the answer proves that the session's time-out began no earlier than the last packet that had gone out half
 * a tick before. Half a tick is a quarter of the shortest time-out that a server allows. A lease of half the time-out,
 * counted from the write, is then sure, while writes go out each quarter.
 */
final class Touches {
    private final long timeout;
    private long older;
    private long newer;

    /** @param timeoutNanos the session's, as negotiated */
    Touches(long timeoutNanos) {
        this.timeout = timeoutNanos;
    }

    /** The connection was begun no earlier than then, and the leader has looked at the session for it. */
    synchronized void connected(long at) {
        older = at;
        newer = at;
    }

    /** A packet goes out. */
    synchronized void sent(long at) {
        if (at - newer >= timeout / 4) {
            older = newer;
            newer = at;
        }
    }

    /** From when a lease of half the time-out counts, by the answer to a write that went out then. */
    synchronized long since(long sentAt) {
        long told = sentAt - newer >= timeout / 4 ? newer : older;
        return Math.min(sentAt - told, timeout / 2) + told;
    }
}

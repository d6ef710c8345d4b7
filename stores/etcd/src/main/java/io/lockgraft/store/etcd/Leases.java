package io.lockgraft.store.etcd;

import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.GatewayException;
import io.lockgraft.store.http.JsonObject;
import java.io.IOException;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The leases of this JVM: one for each key that it holds, and one for all its places in queues. A lease whose key was
 * deleted for certain is used again, which saves a write; the others are revoked, so that a late write in their name
 * fails. Those that nobody uses end by themselves.
 */
final class Leases {
    /** The places of a dead JVM are gone after this time, and what etcd takes to look. */
    static final long WAITING_SECONDS = 5;

    /** A place's lease is not begun anew more often. */
    private static final long OFTEN = TimeUnit.SECONDS.toNanos(1);

    private final Gateway gateway;
    private final ConcurrentMap<Long, Deque<Long>> free = new ConcurrentHashMap<>();
    private final ReentrantLock waitingLock = new ReentrantLock();

    /** The lease of all places; 0 for none. */
    private long waiting;

    private long waitingSince;

    Leases(Gateway gateway) {
        this.gateway = gateway;
    }

    /** The seconds of a lease that lasts that long at least. */
    static long seconds(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return nanos / second + (nanos % second > 0 ? 1 : 0);
    }

    /** A lease with all of its time before it, which no key has. */
    long take(long seconds, Deadline deadline) throws IOException {
        Deque<Long> some = free.getOrDefault(seconds, new ConcurrentLinkedDeque<>());
        Long last = some.pollFirst();
        if (last != null && renew(last, deadline)) {
            return last;
        }
        some.clear(); // those were given back before it, and are over, too
        return grant(seconds, deadline);
    }

    boolean hasFree(long seconds) {
        Deque<Long> some = free.get(seconds);
        return some != null && !some.isEmpty();
    }

    /** No key has it, and no write in its name is under way. */
    void giveBack(long lease, long seconds) {
        free.computeIfAbsent(seconds, any -> new ConcurrentLinkedDeque<>()).addFirst(lease);
    }

    private long grant(long seconds, Deadline deadline) throws IOException {
        Map<String, Object> wish = Collections.singletonMap("TTL", Long.toString(seconds));
        JsonObject granted = gateway.post("/v3/lease/grant", wish, deadline);
        if (granted.number("ID") == 0) {
            throw new IOException("etcd has granted no lease: " + granted.text("error"));
        }
        return granted.number("ID");
    }

    /** The shortest lease that the servers grant, in seconds. */
    long shortest(Deadline deadline) throws IOException {
        JsonObject granted = gateway.post("/v3/lease/grant", Collections.singletonMap("TTL", "1"), deadline);
        giveBack(granted.number("ID"), granted.number("TTL"));
        return granted.number("TTL");
    }

    /** Begins it anew; false where it is over. That the key which it holds is there has to be read afterwards. */
    boolean renew(long lease, Deadline deadline) throws IOException {
        JsonObject answer = gateway.post("/v3/lease/keepalive", id(lease), deadline);
        if (answer.has("error")) {
            throw gateway.streamed(answer.object("error"), null);
        }
        return answer.object("result").number("TTL") > 0;
    }

    /** Ends it, and with it the keys that have it. A write in its name that arrives later fails. */
    void revoke(long lease, Deadline deadline) throws IOException {
        hasEnded(lease);
        try {
            gateway.post("/v3/lease/revoke", id(lease), deadline);
        } catch (GatewayException e) {
            if (!e.isNoLease()) {
                throw e;
            }
        }
    }

    /** Places get another one, if this was theirs. */
    void hasEnded(long lease) {
        waitingLock.lock();
        try {
            if (lease == waiting) {
                waiting = 0;
            }
        } finally {
            waitingLock.unlock();
        }
    }

    /** In how many seconds it ends, by etcd's clock; negative where it is over. */
    long left(long lease, Deadline deadline) throws IOException {
        return gateway.post("/v3/lease/timetolive", id(lease), deadline).number("TTL");
    }

    /** The lease of this JVM's places, alive. */
    long waiting(Deadline deadline) throws IOException {
        waitingLock.lock();
        try {
            long now = System.nanoTime();
            if (waiting == 0 || now - waitingSince >= OFTEN && !renew(waiting, deadline)) {
                waiting = grant(WAITING_SECONDS, deadline);
                waitingSince = now;
            } else if (now - waitingSince >= OFTEN) {
                waitingSince = now;
            }
            return waiting;
        } finally {
            waitingLock.unlock();
        }
    }

    private static Map<String, Object> id(long lease) {
        Map<String, Object> id = new LinkedHashMap<>();
        id.put("ID", Long.toString(lease));
        return id;
    }
}

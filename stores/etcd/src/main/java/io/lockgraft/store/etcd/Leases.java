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
 *
 * <p>A lease lasts longer than its key needs, by the time in which it is {@linkplain EtcdLease#isYoung young}. So a
 * young one has all the time that a key needs before it, and is used without a request.
 */
final class Leases {
    /** The places of a dead JVM are gone after this time, and what etcd takes to look. */
    static final long WAITING_SECONDS = 5;

    private final Gateway gateway;
    private final ConcurrentMap<Long, Deque<EtcdLease>> free = new ConcurrentHashMap<>();
    private final ReentrantLock waitingLock = new ReentrantLock();

    /** The lease of all places; null for none. */
    private EtcdLease waiting;

    /** One that keeps a place of nobody: it is not begun anew. */
    private volatile long leaving;

    Leases(Gateway gateway) {
        this.gateway = gateway;
    }

    /** How long a lease lasts whose key needs that many nanoseconds even when it is no longer young. */
    static long seconds(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        long all = nanos + EtcdLease.YOUNG;
        return all / second + (all % second > 0 ? 1 : 0);
    }

    /** A young lease, which no key has. */
    EtcdLease take(long seconds, Deadline deadline) throws IOException {
        Deque<EtcdLease> some = free.getOrDefault(seconds, new ConcurrentLinkedDeque<>());
        EtcdLease last = some.pollFirst();
        if (last != null && makeYoung(last, deadline)) {
            return last;
        }
        some.clear(); // those were given back before it, and are over, too
        return grant(seconds, deadline);
    }

    boolean hasFree(long seconds) {
        Deque<EtcdLease> some = free.get(seconds);
        return some != null && !some.isEmpty();
    }

    /** No key has it, and no write in its name is under way. */
    void giveBack(EtcdLease lease) {
        free.computeIfAbsent(lease.seconds, any -> new ConcurrentLinkedDeque<>())
                .addFirst(lease);
    }

    private EtcdLease grant(long seconds, Deadline deadline) throws IOException {
        Map<String, Object> wish = Collections.singletonMap("TTL", Long.toString(seconds));
        long sent = System.nanoTime();
        JsonObject granted = gateway.post("/v3/lease/grant", wish, deadline);
        if (granted.number("ID") == 0) {
            throw new IOException("etcd has granted no lease: " + granted.text("error"));
        }
        return new EtcdLease(granted.number("ID"), seconds, sent, term(granted));
    }

    /** The shortest lease that the servers grant, in seconds. */
    long shortest(Deadline deadline) throws IOException {
        JsonObject granted = gateway.post("/v3/lease/grant", Collections.singletonMap("TTL", "1"), deadline);
        return granted.number("TTL");
    }

    /** Begins it anew unless it is young; false where it was found to be over. */
    boolean makeYoung(EtcdLease lease, Deadline deadline) throws IOException {
        return lease.isYoung() || renew(lease, deadline);
    }

    /**
     * Begins it anew; false where it is over. That the key which it holds is there has to be read afterwards, and that
     * the leader's term is still the same.
     */
    boolean renew(EtcdLease lease, Deadline deadline) throws IOException {
        long sent = System.nanoTime();
        JsonObject answer = gateway.post("/v3/lease/keepalive", id(lease.id), deadline);
        if (answer.has("error")) {
            throw gateway.streamed(answer.object("error"), null);
        }
        JsonObject result = answer.object("result");
        boolean isAlive = result.number("TTL") > 0;
        if (isAlive) {
            lease.begunAt(sent, term(result));
        }
        return isAlive;
    }

    /** The failure of a question whose renewal an earlier leader may have answered. The question is asked again. */
    static IOException anotherLeader() {
        return new IOException("etcd has another leader since the lease was renewed");
    }

    private static long term(JsonObject answer) {
        return answer.object("header").number("raft_term");
    }

    /** Ends it, and with it the keys that have it. A write in its name that arrives later fails. */
    void revoke(long lease, Deadline deadline) throws IOException {
        forgetWaiting(lease);
        try {
            gateway.post("/v3/lease/revoke", id(lease), deadline);
        } catch (GatewayException e) {
            if (!e.isNoLease()) {
                throw e;
            }
        }
    }

    /** A write by it has failed, for it is over. Those that are free may be over, too, however young they are. */
    void hasEnded(long lease) {
        forgetWaiting(lease);
        free.clear();
    }

    /** Places get another lease, if this was theirs. */
    private void forgetWaiting(long lease) {
        waitingLock.lock();
        try {
            if (waiting != null && lease == waiting.id) {
                waiting = null;
            }
        } finally {
            waitingLock.unlock();
        }
    }

    /** Lets this lease of places end: one of them can be removed in no other way. Never blocks. */
    void leave(long lease) {
        leaving = lease;
    }

    /** In how many seconds it ends, by etcd's clock; negative where it is over. */
    long left(long lease, Deadline deadline) throws IOException {
        return gateway.post("/v3/lease/timetolive", id(lease), deadline).number("TTL");
    }

    /** The lease of this JVM's places, alive. */
    long waiting(Deadline deadline) throws IOException {
        waitingLock.lock();
        try {
            if (waiting == null || waiting.id == leaving || !makeYoung(waiting, deadline)) {
                waiting = grant(WAITING_SECONDS, deadline);
            }
            return waiting.id;
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

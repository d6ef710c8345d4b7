package io.lockgraft.store.etcd;

import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.queue.Share;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.GatewayException;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.gateway.TxnAnswer;
import io.lockgraft.store.http.JsonObject;
import java.io.IOException;
import java.util.List;

/**
 * Takes keys. A key that is free for an owner is taken in one transaction. An owner that has to wait gets an entry in
 * the key's queue, by the lease of this JVM's places; once no one before it keeps it out, the entry moves to a lease of
 * its own.
 */
final class Takes {
    /** Others of a semaphore, or readers, may change the queue between a look and a step, this often in a row. */
    private static final int MOST_TRIES = 50;

    private final Gateway gateway;
    private final Names names;
    private final Places places;
    private final Leases leases;
    private final GiveBacks giveBacks;

    Takes(Gateway gateway, Names names, Places places, Leases leases, GiveBacks giveBacks) {
        this.gateway = gateway;
        this.names = names;
        this.places = places;
        this.leases = leases;
        this.giveBacks = giveBacks;
    }

    KeyAnswer take(String key, Claim claim, Deadline deadline) throws IOException {
        Place place = places.of(key, claim);
        KeyAnswer answer = place.lost
                ? KeyAnswer.held()
                : place.held
                        ? again(place, deadline)
                        : place.waitsBy != 0 ? wait(place, deadline) : first(place, deadline);
        if (!answer.isTaken() && !claim.waits() && !place.lost) {
            giveBacks.forget(place, deadline);
        }
        return answer;
    }

    /** Its owner has the key: the lease begins anew, and then the entry must be there. */
    private KeyAnswer again(Place place, Deadline deadline) throws IOException {
        if (isThereAnew(place, deadline)) {
            return KeyAnswer.taken();
        }
        place.lose("its entry in etcd has gone");
        return KeyAnswer.held();
    }

    /** Begins its lease anew; false where that is over, or has no entry of the place. */
    private boolean isThereAnew(Place place, Deadline deadline) throws IOException {
        boolean alive = leases.renew(place.lease, deadline);
        TxnAnswer answer = gateway.txn(new Txn().get(place.name), deadline);
        KeyValue own = KeyValue.only(answer.range(0));
        boolean there = alive && own != null && own.lease == place.lease.id;
        if (there && !place.lease.isOfTerm(answer.term())) {
            throw Leases.anotherLeader();
        }
        return there;
    }

    private KeyAnswer first(Place place, Deadline deadline) throws IOException {
        Claim claim = place.claim;
        String queue = names.queue(place.key);
        long seconds = Leases.seconds(claim.request().leaseNanos());
        long revision = 0;
        if (!claim.waits() && !leases.hasFree(seconds)) {
            // Busy is the common answer to an owner that does not wait, and should cost no write.
            TxnAnswer read = gateway.txn(new Txn().getAll(queue), deadline);
            KeyAnswer seen = seen(place, read.range(0), deadline);
            if (seen != null) {
                return seen;
            }
            revision = read.revision();
        }
        for (int i = 0; i < MOST_TRIES; i++) {
            leaseFor(place, seconds, deadline);
            Txn txn = new Txn()
                    .ifUnchanged(queue, revision)
                    .ifCreated(place.name, 0)
                    .put(place.name, EntryValue.write(claim.request(), true), place.lease.id)
                    .elseGetAll(queue);
            TxnAnswer answer = write(place, txn, place.lease.id, deadline);
            if (answer == null) {
                continue;
            }
            if (answer.succeeded()) {
                return taken(place, answer, deadline);
            }
            KeyAnswer seen = seen(place, answer.range(0), deadline);
            if (seen != null) {
                return seen;
            }
            revision = answer.revision();
        }
        throw new IOException("others change the owners of " + place.key + " faster than this JVM looks");
    }

    /** Null where the key is free for its owner. */
    private KeyAnswer seen(Place place, JsonObject queue, Deadline deadline) throws IOException {
        KeyQueue<Entry> others = Entry.queue(KeyValue.all(queue));
        Entry own = others.find(place.name);
        if (own != null) {
            place.written = true;
            place.waitsBy = own.stored.lease; // a write of this owner that was not answered
            return decide(place, others, own, deadline);
        }
        List<Entry> holders = others.against(Share.of(place.claim.request()));
        if (holders.isEmpty()) {
            return null;
        }
        return place.claim.waits()
                ? enter(place, deadline)
                : KeyAnswer.heldBy(holders.get(0).owner());
    }

    /** An entry at the end of the queue. */
    private KeyAnswer enter(Place place, Deadline deadline) throws IOException {
        keepForLater(place);
        String queue = names.queue(place.key);
        String value = EntryValue.write(place.claim.request(), false);
        for (int i = 0; i < MOST_TRIES; i++) {
            place.waitsBy = leases.waiting(deadline);
            Txn txn = new Txn()
                    .ifCreated(place.name, 0)
                    .put(place.name, value, place.waitsBy)
                    .getAll(queue)
                    .elseGetAll(queue);
            TxnAnswer answer = write(place, txn, place.waitsBy, deadline);
            if (answer != null) {
                KeyQueue<Entry> others = Entry.queue(KeyValue.all(answer.range(answer.succeeded() ? 1 : 0)));
                return decide(place, others, others.find(place.name), deadline);
            }
        }
        throw new IOException("the leases of etcd end as soon as they are granted");
    }

    /** Another look of an owner that waits. */
    private KeyAnswer wait(Place place, Deadline deadline) throws IOException {
        leases.waiting(deadline);
        TxnAnswer answer = gateway.txn(new Txn().getAll(names.queue(place.key)), deadline);
        KeyQueue<Entry> others = Entry.queue(KeyValue.all(answer.range(0)));
        Entry own = others.find(place.name);
        return own == null ? enter(place, deadline) : decide(place, others, own, deadline);
    }

    /** By a list that is no older than its own entry: those before it are in the list, or gone for good. */
    private KeyAnswer decide(Place place, KeyQueue<Entry> others, Entry own, Deadline deadline) throws IOException {
        List<Entry> before = others.before(own);
        if (!before.isEmpty()) {
            return KeyAnswer.heldBy(before.get(0).owner());
        }
        leaseFor(place, Leases.seconds(place.claim.request().leaseNanos()), deadline);
        Txn txn = new Txn()
                .ifCreated(place.name, own.stored.created)
                .put(place.name, EntryValue.write(place.claim.request(), true), place.lease.id);
        TxnAnswer answer = write(place, txn, place.lease.id, deadline);
        if (answer == null || !answer.succeeded()) {
            return KeyAnswer.held(); // its place has gone, or its lease: it looks again
        }
        place.waitsBy = 0;
        return taken(place, answer, deadline);
    }

    /**
     * Its entry has been written. A lease of an earlier leader's term is begun once more. Where that fails, its owner
     * has not got the key and has lost nothing: the next question takes the key by another lease.
     */
    private KeyAnswer taken(Place place, TxnAnswer written, Deadline deadline) throws IOException {
        if (!place.lease.isOfTerm(written.term()) && !isThereAnew(place, deadline)) {
            place.lease = null;
            throw Leases.anotherLeader();
        }
        place.hold(written.revision());
        return KeyAnswer.taken();
    }

    private void leaseFor(Place place, long seconds, Deadline deadline) throws IOException {
        if (place.lease == null || place.lease.seconds != seconds || !leases.makeYoung(place.lease, deadline)) {
            place.lease = leases.take(seconds, deadline);
        }
    }

    /** Null where the lease of the write has ended before: nothing was written. */
    private TxnAnswer write(Place place, Txn txn, long lease, Deadline deadline) throws IOException {
        place.written = true;
        boolean first = place.unsure.add(lease);
        TxnAnswer answer = null;
        try {
            answer = gateway.txn(txn, deadline);
        } catch (GatewayException e) {
            if (!e.isNoLease()) {
                throw e;
            }
            leases.hasEnded(lease);
            place.lease = place.hasLease(lease) ? null : place.lease;
        }
        if (first) {
            place.unsure.remove(lease);
        }
        return answer;
    }

    /** The lease that it does not need yet. */
    private void keepForLater(Place place) {
        if (place.lease != null && !place.unsure.contains(place.lease.id)) {
            leases.giveBack(place.lease);
            place.lease = null;
        }
    }
}

package io.lockgraft.store.etcd;

import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.gateway.TxnAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Begins leases anew. That etcd has answered a renewal is no proof, for a leader that is none any more may have done
 * so: afterwards the entry is read, by a read that a majority confirms. That one proves the renewal only if its leader
 * is the same: the next leader knows nothing of a lease that the former one has begun anew.
 */
final class Renewals {
    private final Gateway gateway;
    private final Places places;
    private final Leases leases;

    Renewals(Gateway gateway, Places places, Leases leases) {
        this.gateway = gateway;
        this.places = places;
        this.leases = leases;
    }

    boolean[] all(List<KeyChange> changes, Deadline deadline) throws IOException {
        List<Place> each = new ArrayList<>();
        Txn txn = new Txn();
        for (KeyChange change : changes) {
            Place place = places.find(change.key(), change.claim());
            Place held = place == null || !place.held || place.lost || !renew(place, change, deadline) ? null : place;
            each.add(held);
            if (held != null) {
                txn.get(held.name);
            }
        }
        return read(changes, each, txn, deadline);
    }

    /** @param each null where it is known to be lost */
    private boolean[] read(List<KeyChange> changes, List<Place> each, Txn txn, Deadline deadline) throws IOException {
        boolean[] held = new boolean[each.size()];
        TxnAnswer answer = gateway.txn(txn, deadline);
        int step = 0;
        boolean sameTerm = true;
        for (int i = 0; i < held.length; i++) {
            Place place = each.get(i);
            if (place != null) {
                KeyValue own = KeyValue.only(answer.range(step++));
                held[i] = own != null
                        && (place.hasLease(own.lease) || changes.get(i).nanos() < 0);
                sameTerm &= !held[i] || changes.get(i).nanos() < 0 || place.lease.isOfTerm(answer.term());
            }
            Place asked = places.find(changes.get(i).key(), changes.get(i).claim());
            if (!held[i] && asked != null && asked.held && !asked.ends) {
                asked.lose("its entry in etcd has gone");
            }
        }
        if (!sameTerm) {
            throw Leases.anotherLeader();
        }
        return held;
    }

    private boolean renew(Place place, KeyChange change, Deadline deadline) throws IOException {
        if (change.nanos() < 0) {
            return true;
        }
        boolean sameLength = Leases.seconds(change.nanos()) == place.lease.seconds;
        return sameLength ? leases.renew(place.lease, deadline) : move(place, change, deadline);
    }

    /** The entry moves to a lease of this length, which nothing begins anew: so it outlives this JVM by that. */
    private boolean move(Place place, KeyChange change, Deadline deadline) throws IOException {
        place.forgetsIn(change.nanos()); // also where etcd does not answer: nothing but this is asked again
        long seconds = Leases.seconds(change.nanos());
        EtcdLease lease = leases.take(seconds, deadline);
        place.unsure.add(lease.id);
        TxnAnswer answer = gateway.txn(new Txn().ifThere(place.name).move(place.name, lease.id), deadline);
        place.unsure.remove(lease.id);
        if (!answer.succeeded()) {
            leases.giveBack(lease);
            return false;
        }
        if (!place.unsure.contains(place.lease.id)) {
            leases.giveBack(place.lease);
        }
        place.lease = lease;
        place.ends = seconds != Leases.seconds(place.claim.request().leaseNanos());
        return true;
    }
}

package io.lockgraft.store.etcd;

import io.lockgraft.spi.table.KeyChange;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.gateway.TxnAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Deletes entries. A lease whose entry was deleted is used again, unless a write in its name may be on its way: such a
 * lease is revoked, or that write would make an entry that no owner knows.
 */
final class GiveBacks {
    private final Gateway gateway;
    private final Places places;
    private final Leases leases;

    GiveBacks(Gateway gateway, Places places, Leases leases) {
        this.gateway = gateway;
        this.places = places;
        this.leases = leases;
    }

    /** Whether each was held until now. */
    boolean[] all(List<KeyChange> changes, Deadline deadline) throws IOException {
        List<Place> each = new ArrayList<>();
        changes.forEach(change -> each.add(written(places.find(change.key(), change.claim()))));
        return delete(each, deadline);
    }

    /**
     * Null where there is none, or etcd cannot have its entry. That place goes without a request, also while etcd does
     * not answer. A question of it that is still under way writes no more: it has had its time.
     */
    private Place written(Place place) {
        if (place == null || place.written) {
            return place;
        }
        places.remove(place);
        return null;
    }

    /** Its owner does not wait, and was told that the key is held by another. */
    void forget(Place place, Deadline deadline) throws IOException {
        if (place.held || place.waitsBy != 0 || !place.unsure.isEmpty()) {
            delete(Collections.singletonList(place), deadline);
            return;
        }
        places.remove(place);
        if (place.lease != null) {
            leases.giveBack(place.lease);
        }
    }

    /** @param each null where there is none: it is not held */
    private boolean[] delete(List<Place> each, Deadline deadline) throws IOException {
        boolean[] held = new boolean[each.size()];
        if (each.stream().allMatch(Objects::isNull)) {
            return held;
        }
        Txn txn = new Txn();
        for (Place place : each) {
            if (place != null) {
                place.ends = true;
                txn.delete(place.name);
            }
        }
        TxnAnswer answer = gateway.txn(txn, deadline);
        int step = 0;
        for (int i = 0; i < held.length; i++) {
            Place place = each.get(i);
            if (place != null) {
                boolean deleted = answer.deleted(step++);
                held[i] = deleted && place.held && !place.lost;
                end(place, deleted, deadline);
            }
        }
        return held;
    }

    private void end(Place place, boolean deleted, Deadline deadline) throws IOException {
        boolean clean = deleted && place.lease != null && !place.unsure.contains(place.lease.id);
        for (Long lease : place.unsure) {
            leases.revoke(lease, deadline);
            place.unsure.remove(lease);
        }
        if (clean) {
            leases.giveBack(place.lease);
        } else if (place.lease != null) {
            leases.revoke(place.lease.id, deadline);
        }
        places.remove(place);
    }
}

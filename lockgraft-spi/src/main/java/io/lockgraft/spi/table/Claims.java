package io.lockgraft.spi.table;

import io.lockgraft.spi.Owner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The claims of a store that wait for keys or hold some. Several have one owner where that asks again. */
final class Claims {
    /** The first of the claims of each owner; the others hang behind it. */
    private final ConcurrentMap<Owner, Claim> open = new ConcurrentHashMap<>();

    void add(Claim claim) {
        open.merge(claim.request().owner(), claim, (first, added) -> {
            added.next = first;
            return added;
        });
    }

    void remove(Claim claim) {
        open.computeIfPresent(claim.request().owner(), (owner, first) -> without(claim, first));
    }

    private static Claim without(Claim claim, Claim first) {
        if (first == claim) {
            return claim.next;
        }
        for (Claim each = first; each != null; each = each.next) {
            if (each.next == claim) {
                each.next = claim.next;
            }
        }
        return first;
    }

    void tellLost(Owner owner, String why) {
        for (Claim each = open.get(owner); each != null; each = each.next) {
            each.lost().complete(why);
        }
    }
}

package io.lockgraft.store.consul;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.consul.api.KvEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The owners that have an entry under one key, in the order in which Consul made the entries. Those that nobody before
 * them keeps out have the key. An entry is made with the greatest number of all, so nobody comes in front of one that
 * was seen. Immutable.
 */
final class KeyQueue {
    /** One entry. */
    static final class Contender {
        private final KvEntry entry;
        private final OwnerText text;

        private Contender(KvEntry entry, OwnerText text) {
            this.entry = entry;
            this.text = text;
        }

        KvEntry entry() {
            return entry;
        }

        String owner() {
            return text.owner();
        }

        /** True if its session is over. It may not know that yet, and keeps the others out for the lock-delay. */
        boolean isDead() {
            return entry.session().isEmpty();
        }

        StoredLock lock(String key) {
            return text.lock(key);
        }
    }

    private final List<Contender> contenders = new ArrayList<>();

    /** @param entries those that are not of this store are left out */
    KeyQueue(Collection<KvEntry> entries) {
        for (KvEntry each : entries) {
            OwnerText text = OwnerText.read(each.value());
            if (text != null) {
                contenders.add(new Contender(each, text));
            }
        }
        contenders.sort(Comparator.comparingLong((Contender each) -> each.entry.created())
                .thenComparing(each -> each.entry.name()));
    }

    /** Null where it is not there. */
    Contender find(String name) {
        for (Contender each : contenders) {
            if (each.entry.name().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Those that keep this one out, in their order. */
    List<Contender> before(Contender own, Request request) {
        List<Contender> before = contenders.subList(0, contenders.indexOf(own));
        return blockers(before, request.kind() == LockKind.READ, permits(request));
    }

    /** Those that would keep out a request that comes now, in their order. */
    List<Contender> against(Request request) {
        return blockers(contenders, request.kind() == LockKind.READ, permits(request));
    }

    /** 0 for what is no semaphore. */
    private static int permits(Request request) {
        return request.kind() == LockKind.SEMAPHORE ? request.permits() : 0;
    }

    private static List<Contender> blockers(List<Contender> before, boolean reads, int permits) {
        List<Contender> blockers = new ArrayList<>();
        if (before.size() >= permits) {
            for (Contender each : before) {
                if (!reads || !each.text.isReader()) {
                    blockers.add(each);
                }
            }
        }
        return blockers;
    }

    /** Those that have the key. */
    List<Contender> holders() {
        List<Contender> holders = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            Contender each = contenders.get(i);
            if (blockers(contenders.subList(0, i), each.text.isReader(), each.text.permits())
                    .isEmpty()) {
                holders.add(each);
            }
        }
        return holders;
    }
}

package io.lockgraft.store.consul;

import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.queue.Contender;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.queue.Share;
import io.lockgraft.store.consul.api.KvEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** An owner's entry under a key, as Consul has it. Immutable. */
final class QueueEntry implements Contender {
    private final KvEntry entry;
    private final OwnerText text;

    private QueueEntry(KvEntry entry, OwnerText text) {
        this.entry = entry;
        this.text = text;
    }

    /** @param entries those that are not of this store are left out */
    static KeyQueue<QueueEntry> queue(Collection<KvEntry> entries) {
        List<QueueEntry> inOrder = new ArrayList<>();
        for (KvEntry each : entries) {
            OwnerText text = OwnerText.read(each.value());
            if (text != null) {
                inOrder.add(new QueueEntry(each, text));
            }
        }
        inOrder.sort(Comparator.comparingLong((QueueEntry each) -> each.entry.created())
                .thenComparing(QueueEntry::name));
        return new KeyQueue<>(inOrder);
    }

    @Override
    public String name() {
        return entry.name();
    }

    @Override
    public Share share() {
        return text.share();
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

    /** The lease of a session is not known, but for one that is over. */
    StoredLock lock(String key) {
        return text.lock(key, isDead() ? 0 : -1);
    }
}

package io.lockgraft.store.etcd;

import io.lockgraft.spi.queue.Contender;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.queue.Share;
import io.lockgraft.store.etcd.gateway.KeyValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An owner's entry under a key, as etcd has it. Immutable. */
final class Entry implements Contender {
    final KeyValue stored;
    final EntryValue value;

    private Entry(KeyValue stored, EntryValue value) {
        this.stored = stored;
        this.value = value;
    }

    /** @param stored what is no entry of ours is left out */
    static KeyQueue<Entry> queue(List<KeyValue> stored) {
        List<Entry> entries = new ArrayList<>();
        for (KeyValue each : stored) {
            EntryValue value = EntryValue.read(each.value);
            if (value != null) {
                entries.add(new Entry(each, value));
            }
        }
        entries.sort(Comparator.comparingLong(each -> each.stored.created));
        return new KeyQueue<>(entries);
    }

    @Override
    public String name() {
        return stored.name;
    }

    @Override
    public Share share() {
        return value.share;
    }

    String owner() {
        return Names.owner(stored.name);
    }
}

package io.lockgraft.store.etcd;

import io.lockgraft.spi.Request;
import io.lockgraft.store.etcd.gateway.KeyValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The owners with an entry under one key, in the order of their coming. Those that none before keeps out hold it. */
final class KeyQueue {
    /** One owner. */
    static final class Entry {
        final KeyValue stored;
        final EntryValue value;

        private Entry(KeyValue stored, EntryValue value) {
            this.stored = stored;
            this.value = value;
        }

        String owner() {
            return Names.owner(stored.name);
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    /** @param stored what is no entry of ours is left out */
    KeyQueue(List<KeyValue> stored) {
        for (KeyValue each : stored) {
            EntryValue value = EntryValue.read(each.value);
            if (value != null) {
                entries.add(new Entry(each, value));
            }
        }
        entries.sort(Comparator.comparingLong(each -> each.stored.created));
    }

    /** Null where it is not there. */
    Entry find(String name) {
        for (Entry each : entries) {
            if (each.stored.name.equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** The first one that keeps this one out, and holds the key; null for none. */
    Entry holder(Entry own) {
        return holder(entries.subList(0, entries.indexOf(own)), own.value.kind, own.value.permits);
    }

    /** The first one that keeps out an owner that comes now; null for none. */
    Entry holderAgainst(Request request) {
        return holder(entries, EntryValue.kind(request.kind()), request.permits());
    }

    private static Entry holder(List<Entry> before, String kind, int permits) {
        if (kind.equals("s") && before.size() < permits) {
            return null;
        }
        for (Entry each : before) {
            if (!kind.equals("r") || !each.value.kind.equals("r")) {
                return each;
            }
        }
        return null;
    }

    /** Those that hold the key. */
    List<Entry> holders() {
        List<Entry> holders = new ArrayList<>();
        for (Entry each : entries) {
            if (holder(each) == null) {
                holders.add(each);
            }
        }
        return holders;
    }
}

package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.LockKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The owners that have a node under one key, in the order in which they came. Those that nobody before them keeps out
 * have the key. A node is named {@code OWNER!KIND!SESSION!SEQUENCE}, where the kind is {@code x}, {@code r}, or {@code
 * s} and the permits. Immutable.
 */
final class KeyQueue {
    private static final char SEPARATOR = '!';

    /** One node. */
    static final class Entry {
        final String name;
        final String owner;
        private final char kind;
        private final int permits;
        private final int sequence;

        private Entry(String name, String owner, String kind, int sequence) {
            this.name = name;
            this.owner = owner;
            this.kind = kind.charAt(0);
            this.permits = this.kind == 's' ? Integer.parseInt(kind.substring(1)) : 1;
            this.sequence = sequence;
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    /** @param names what is no name of ours is left out */
    KeyQueue(List<String> names) {
        for (String name : names) {
            Entry entry = entry(name);
            if (entry != null) {
                entries.add(entry);
            }
        }
        // The server counts in an int that overflows: only the difference tells which came first.
        entries.sort((one, other) -> one.sequence - other.sequence);
    }

    /** The name of a node of this owner, without the sequence that the server puts behind it. */
    static String prefix(String owner, LockKind kind, int permits, long session) {
        return owner + SEPARATOR + word(kind, permits) + SEPARATOR + Long.toHexString(session) + SEPARATOR;
    }

    private static String word(LockKind kind, int permits) {
        return kind == LockKind.SEMAPHORE ? "s" + permits : kind == LockKind.READ ? "r" : "x";
    }

    private static Entry entry(String name) {
        String[] parts = name.split(String.valueOf(SEPARATOR));
        try {
            boolean ours = parts.length == 4 && parts[1].matches("[xr]|s[0-9]+");
            return ours ? new Entry(name, parts[0], parts[1], Integer.parseInt(parts[3])) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Null where it is not there. */
    Entry find(String name) {
        for (Entry each : entries) {
            if (each.name.equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Null where there is none. */
    Entry withPrefix(String prefix) {
        for (Entry each : entries) {
            if (each.name.startsWith(prefix)) {
                return each;
            }
        }
        return null;
    }

    /** The last one in front of this one that keeps it out: when it goes, another look is due. Null for none. */
    Entry blocker(Entry own) {
        List<Entry> before = entries.subList(0, entries.indexOf(own));
        return blocker(before, own.kind, own.permits, false);
    }

    /** The first one that keeps this one out, which has the key; null for none. */
    Entry holder(Entry own) {
        return blocker(entries.subList(0, entries.indexOf(own)), own.kind, own.permits, true);
    }

    /** The first one that would keep out an owner that comes now; null for none. */
    Entry holderAgainst(LockKind kind, int permits) {
        return blocker(entries, word(kind, permits).charAt(0), permits, true);
    }

    private static Entry blocker(List<Entry> before, char kind, int permits, boolean first) {
        if (kind == 's' && before.size() < permits) {
            return null;
        }
        Entry found = null;
        for (Entry each : before) {
            if ((kind != 'r' || each.kind != 'r') && (found == null || !first)) {
                found = each;
            }
        }
        return found;
    }

    /** Those that have the key. */
    List<Entry> holders() {
        List<Entry> holders = new ArrayList<>();
        for (Entry each : entries) {
            if (blocker(each) == null) {
                holders.add(each);
            }
        }
        return holders;
    }
}

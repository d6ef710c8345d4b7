package io.lockgraft.store.consul.api;

import java.util.Collection;

/** The entries under one name as they were read, and the number of the last write before. Immutable. */
public final class Tree {
    private final Collection<KvEntry> entries;
    private final long index;

    /** @param index from which on a blocking query hears of later changes */
    public Tree(Collection<KvEntry> entries, long index) {
        this.entries = entries;
        this.index = index;
    }

    public Collection<KvEntry> entries() {
        return entries;
    }

    public long index() {
        return index;
    }
}

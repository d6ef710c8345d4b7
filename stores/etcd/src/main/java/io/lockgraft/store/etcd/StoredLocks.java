package io.lockgraft.store.etcd;

import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.http.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What the entries tell of their holders. */
final class StoredLocks {
    private static final int PAGE = 500;

    private final Gateway gateway;
    private final Names names;
    private final Leases leases;
    private final long timeoutNanos;

    StoredLocks(Gateway gateway, Names names, Leases leases, long timeoutNanos) {
        this.gateway = gateway;
        this.names = names;
        this.leases = leases;
        this.timeoutNanos = timeoutNanos;
    }

    /** With the time that is left of each lease. */
    List<StoredLock> of(String key) throws IOException {
        List<StoredLock> holders = new ArrayList<>();
        for (Entry each : queue(key).holders()) {
            long left = leases.left(each.stored.lease, deadline());
            if (left >= 0) {
                holders.add(lock(key, each, TimeUnit.SECONDS.toMillis(left)));
            }
        }
        return holders;
    }

    private KeyQueue<Entry> queue(String key) throws IOException {
        return Entry.queue(KeyValue.all(
                gateway.txn(new Txn().getAll(names.queue(key)), deadline()).range(0)));
    }

    long count() throws IOException {
        Map<String, Object> range = Txn.range(names.locks(), Txn.end(names.locks()));
        range.put("count_only", true);
        return gateway.post("/v3/kv/range", range, deadline()).number("count");
    }

    /** A page at a time. */
    void scan(String beginning, Consumer<StoredLock> each) throws IOException {
        String from = names.locksThatBegin(beginning);
        String end = Txn.end(from);
        List<KeyValue> ofOneKey = new ArrayList<>();
        for (boolean more = true; more; ) {
            Map<String, Object> range = Txn.range(from, end);
            range.put("limit", PAGE);
            JsonObject page = gateway.post("/v3/kv/range", range, deadline());
            for (KeyValue entry : KeyValue.all(page)) {
                if (!ofOneKey.isEmpty() && !sameKey(ofOneKey.get(0), entry)) {
                    tell(ofOneKey, each);
                }
                ofOneKey.add(entry);
                from = entry.name + '\0';
            }
            more = page.flag("more");
        }
        tell(ofOneKey, each);
    }

    private static boolean sameKey(KeyValue one, KeyValue other) {
        int slash = one.name.lastIndexOf('/') + 1;
        return other.name.lastIndexOf('/') + 1 == slash && other.name.startsWith(one.name.substring(0, slash));
    }

    private void tell(List<KeyValue> ofOneKey, Consumer<StoredLock> each) {
        for (Entry entry : Entry.queue(ofOneKey).holders()) {
            String key = names.key(entry.stored.name);
            if (key != null) {
                each.accept(lock(key, entry, -1));
            }
        }
        ofOneKey.clear();
    }

    private static StoredLock lock(String key, Entry entry, long left) {
        EntryValue value = entry.value;
        long held = value.since == 0 ? -1 : Math.max(0, System.currentTimeMillis() - value.since);
        return new StoredLock(key, entry.owner(), orNull(value.rule), orNull(value.thread), held, left);
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /**
     * The lease goes, too: a late command of the owner fails by it. Not the lease alone, for its owner may have given
     * the key back meanwhile, and use the lease for another one. And not where the key has just come to one that still
     * waits: that lease has all places of its JVM, and a take by a place that has gone fails.
     */
    boolean unlock(String key, String owner) throws IOException {
        String name = names.entry(key, owner);
        KeyQueue<Entry> queue = queue(key);
        Entry found = queue.find(name);
        if (found == null || !queue.holders().contains(found)) {
            return false;
        }
        Txn txn = new Txn().ifCreated(name, found.stored.created).delete(name);
        boolean had = gateway.txn(txn, deadline()).succeeded();
        if (had && found.value.since != 0) {
            leases.revoke(found.stored.lease, deadline());
        }
        return had;
    }

    private Deadline deadline() {
        return Deadline.in(timeoutNanos);
    }
}

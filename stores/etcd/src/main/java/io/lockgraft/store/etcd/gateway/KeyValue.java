package io.lockgraft.store.etcd.gateway;

import io.lockgraft.store.http.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** A key of etcd's as it was read. Immutable. */
public final class KeyValue {
    public final String name;
    public final String value;
    public final long created;
    public final long written;

    /** 0 for none. */
    public final long lease;

    private KeyValue(JsonObject read) {
        this.name = Txn.plain(read.text("key"));
        this.value = Txn.plain(read.text("value"));
        this.created = read.number("create_revision");
        this.written = read.number("mod_revision");
        this.lease = read.number("lease");
    }

    /** Those of the answer to a range. */
    public static List<KeyValue> all(JsonObject range) {
        List<KeyValue> all = new ArrayList<>();
        range.objects("kvs").forEach(each -> all.add(new KeyValue(each)));
        return all;
    }

    /** The only one of the answer to a range; null where there is none. */
    public static KeyValue only(JsonObject range) {
        List<KeyValue> all = all(range);
        return all.isEmpty() ? null : all.get(0);
    }
}

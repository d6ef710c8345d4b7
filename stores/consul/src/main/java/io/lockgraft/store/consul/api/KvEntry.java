package io.lockgraft.store.consul.api;

import io.lockgraft.store.http.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** An entry of Consul's key/value store as it was read. Immutable. */
public final class KvEntry {
    private final String name;
    private final String value;
    private final String session;
    private final long created;
    private final long modified;

    private KvEntry(String name, String value, String session, long created, long modified) {
        this.name = name;
        this.value = value;
        this.session = session;
        this.created = created;
        this.modified = modified;
    }

    /** One that is not there: without a value, and of number 0. */
    static KvEntry absent(String name) {
        return new KvEntry(name, "", "", 0, 0);
    }

    public static KvEntry of(JsonObject json) {
        byte[] value;
        try {
            value = Base64.getDecoder().decode(json.text("Value"));
        } catch (IllegalArgumentException e) {
            value = new byte[0];
        }
        return new KvEntry(
                json.text("Key"),
                new String(value, StandardCharsets.UTF_8),
                json.text("Session"),
                json.number("CreateIndex"),
                json.number("ModifyIndex"));
    }

    public String name() {
        return name;
    }

    public String value() {
        return value;
    }

    /** Empty where none has locked it. */
    public String session() {
        return session;
    }

    /** The number of the write that made it: each write to Consul has a greater one than all before. */
    public long created() {
        return created;
    }

    /** The number of the write that changed it last; 0 where it is not there. */
    public long modified() {
        return modified;
    }
}

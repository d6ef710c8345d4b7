package io.lockgraft.store.consul.api;

import io.lockgraft.store.http.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The answer to a {@link Transaction}: it was done, or which of its steps forbade it. Immutable. */
public final class Outcome {
    private final Map<String, KvEntry> entries = new LinkedHashMap<>();
    private final Map<Integer, String> failures = new TreeMap<>();

    Outcome(JsonObject json) {
        for (JsonObject each : json.objects("Results")) {
            KvEntry entry = KvEntry.of(each.object("KV"));
            entries.put(entry.name(), entry);
        }
        for (JsonObject each : json.objects("Errors")) {
            failures.put((int) each.number("OpIndex"), each.text("What"));
        }
    }

    public boolean isDone() {
        return failures.isEmpty();
    }

    /** The steps, counted from 0, that could not be taken, each with Consul's reason. */
    public Map<Integer, String> failures() {
        return failures;
    }

    /** All reasons together, for a message. */
    public String reason() {
        return String.join("; ", failures.values());
    }

    /** Those that it wrote, without their values, and those that it read. */
    public Collection<KvEntry> entries() {
        return new ArrayList<>(entries.values());
    }

    /** Null where it neither wrote nor read it. */
    public KvEntry entry(String name) {
        return entries.get(name);
    }
}

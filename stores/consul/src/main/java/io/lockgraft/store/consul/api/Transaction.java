package io.lockgraft.store.consul.api;

import io.lockgraft.store.http.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Steps that Consul takes all together or not at all. Its methods return it. */
public final class Transaction {
    /** So many steps does Consul take in one. */
    public static final int MOST = 64;

    private final List<Map<String, Object>> steps = new ArrayList<>();
    private boolean writes;

    /** Makes the entry, or changes it, and locks it; fails where another session has it, or had it a moment ago. */
    public Transaction lock(String name, String value, String session) {
        writes = true;
        Map<String, Object> step = step("lock", name);
        step.put("Session", session);
        step.put("Value", base64(value));
        return this;
    }

    /** Fails where this session does not have it locked. */
    public Transaction checkSession(String name, String session) {
        step("check-session", name).put("Session", session);
        return this;
    }

    /** Fails where the entry is not there, or was changed since. */
    public Transaction checkIndex(String name, long modified) {
        step("check-index", name).put("Index", modified);
        return this;
    }

    /** Leaves the entry to the session that has it. */
    public Transaction set(String name, String value) {
        writes = true;
        step("set", name).put("Value", base64(value));
        return this;
    }

    /** @param modified 0 where there must be no entry */
    public Transaction compareAndSet(String name, String value, long modified) {
        writes = true;
        Map<String, Object> step = step("cas", name);
        step.put("Value", base64(value));
        step.put("Index", modified);
        return this;
    }

    /** Does nothing where it is not there. */
    public Transaction delete(String name) {
        writes = true;
        step("delete", name);
        return this;
    }

    /** Reads all entries whose names begin so, as they are behind the steps before. */
    public Transaction read(String beginning) {
        step("get-tree", beginning);
        return this;
    }

    private Map<String, Object> step(String verb, String name) {
        Map<String, Object> step = new LinkedHashMap<>();
        step.put("Verb", verb);
        step.put("Key", name);
        steps.add(step);
        return step;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return steps.size();
    }

    boolean writes() {
        return writes;
    }

    String json() {
        List<Object> all = new ArrayList<>();
        steps.forEach(step -> all.add(Collections.singletonMap("KV", step)));
        return JsonWriter.write(all);
    }
}

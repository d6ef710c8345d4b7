package io.lockgraft.store.etcd.gateway;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A transaction as the gateway reads it: if all comparisons hold, one list of steps is done, else the other. */
public final class Txn {
    /** So many comparisons, and so many steps, does etcd take in one: its --max-txn-ops, if that is not set. */
    public static final int MOST = 128;

    private final List<Object> compare = new ArrayList<>();
    private final List<Object> success = new ArrayList<>();
    private final List<Object> failure = new ArrayList<>();

    /** The key has this create revision; 0 where it is not there. */
    public Txn ifCreated(String key, long revision) {
        return compare(key, null, "EQUAL", "CREATE", "create_revision", revision);
    }

    /** The key was written last at this revision; 0 where it is not there. */
    public Txn ifWritten(String key, long revision) {
        return compare(key, null, "EQUAL", "MOD", "mod_revision", revision);
    }

    /** The key is there. */
    public Txn ifThere(String key) {
        return compare(key, null, "GREATER", "CREATE", "create_revision", 0);
    }

    /** No key that begins so, and is there now, was written behind this revision. With 0: there is none. */
    public Txn ifUnchanged(String beginning, long revision) {
        return compare(beginning, end(beginning), "LESS", "MOD", "mod_revision", revision + 1);
    }

    /** The key has this value. */
    public Txn ifValue(String key, String value) {
        Map<String, Object> one = range(key, null);
        one.put("result", "EQUAL");
        one.put("target", "VALUE");
        one.put("value", base64(value));
        compare.add(one);
        return this;
    }

    private Txn compare(String key, String end, String result, String target, String member, long revision) {
        Map<String, Object> one = range(key, end);
        one.put("result", result);
        one.put("target", target);
        one.put(member, Long.toString(revision));
        compare.add(one);
        return this;
    }

    /** @param lease 0 for none */
    public Txn put(String key, String value, long lease) {
        Map<String, Object> put = range(key, null);
        put.put("value", base64(value));
        put.put("lease", Long.toString(lease));
        return then("request_put", put);
    }

    /** The key keeps its value, and moves to this lease. */
    public Txn move(String key, long lease) {
        Map<String, Object> put = range(key, null);
        put.put("ignore_value", true);
        put.put("lease", Long.toString(lease));
        return then("request_put", put);
    }

    public Txn get(String key) {
        return then("request_range", range(key, null));
    }

    public Txn getAll(String beginning) {
        return then("request_range", range(beginning, end(beginning)));
    }

    public Txn delete(String key) {
        return then("request_delete_range", range(key, null));
    }

    private Txn then(String step, Map<String, Object> what) {
        success.add(Collections.singletonMap(step, what));
        return this;
    }

    public Txn elseGet(String key) {
        failure.add(Collections.singletonMap("request_range", range(key, null)));
        return this;
    }

    public Txn elseGetAll(String beginning) {
        failure.add(Collections.singletonMap("request_range", range(beginning, end(beginning))));
        return this;
    }

    public Map<String, Object> body() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("compare", compare);
        body.put("success", success);
        body.put("failure", failure);
        return body;
    }

    /** @param end the first key behind the range; null for one key */
    public static Map<String, Object> range(String key, String end) {
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("key", base64(key));
        if (end != null) {
            range.put("range_end", base64(end));
        }
        return range;
    }

    /** The first key behind all that begin so. */
    public static String end(String beginning) {
        int last = beginning.length() - 1;
        return beginning.substring(0, last) + (char) (beginning.charAt(last) + 1);
    }

    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String plain(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}

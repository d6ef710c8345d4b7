package io.lockgraft.store.etcd;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.queue.Share;
import io.lockgraft.store.http.JsonObject;
import io.lockgraft.store.http.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The value of an owner's entry, in JSON: the kind of its lock, and what a reader should know. Immutable. */
final class EntryValue {
    final Share share;

    /** Empty where it is not told; so for the thread. */
    final String rule;

    final String thread;

    /** Since when the key is held, in milliseconds since 1970 by the holder's clock; 0 while it is waited for. */
    final long since;

    private EntryValue(JsonObject read) {
        this.share = Share.read(read.text("kind"));
        this.rule = read.text("rule");
        this.thread = read.text("thread");
        this.since = read.number("since");
    }

    /** Null where it is no value of ours. */
    static EntryValue read(String text) {
        try {
            EntryValue read = new EntryValue(JsonObject.read(text));
            return read.share == null ? null : read;
        } catch (IOException e) {
            return null;
        }
    }

    static String write(Request request, boolean held) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("kind", Share.of(request).toString());
        if (request.owner().rule() != null) {
            value.put("rule", request.owner().rule());
        }
        if (request.owner().thread() != null) {
            value.put("thread", request.owner().thread());
        }
        if (held) {
            value.put("since", System.currentTimeMillis());
        }
        return JsonWriter.write(value);
    }
}

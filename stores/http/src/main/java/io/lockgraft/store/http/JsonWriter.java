package io.lockgraft.store.http;

import java.util.Map;

/** Writes maps, iterables, strings, numbers, booleans and null as JSON in one line. */
public final class JsonWriter {
    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    /** The value as JSON; one of another class is written as a string. */
    public static String write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.out.toString();
    }

    private void value(Object value) {
        if (value instanceof Map) {
            String before = "{";
            out.append(((Map<?, ?>) value).isEmpty() ? before : "");
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                out.append(before);
                string(String.valueOf(each.getKey()));
                out.append(':');
                value(each.getValue());
                before = ",";
            }
            out.append('}');
        } else if (value instanceof Iterable) {
            String before = "";
            out.append('[');
            for (Object each : (Iterable<?>) value) {
                out.append(before);
                value(each);
                before = ",";
            }
            out.append(']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(value.toString());
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}

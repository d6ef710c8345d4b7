package io.lockgraft.manage;

import io.lockgraft.spi.log.Secrets;
import java.util.Map;

/**
 * Writes maps, iterables, strings, numbers, booleans and null as JSON, in the order given. What machines read
 * from us is written here; nothing of ours reads JSON, so a library would not pay for its weight inside the jar.
 */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    /** What each level adds to a line break; empty where all stands in one line. */
    private final String indentation;

    private Json(String indentation) {
        this.indentation = indentation;
    }

    /** The value as JSON text with a line break at its end; what is no map, iterable, number or boolean is a string. */
    public static String write(Object value) {
        Json json = new Json("  ");
        json.value(value, "\n");
        return json.out.append('\n').toString();
    }

    /** The same in one line without its end. */
    public static String line(Object value) {
        Json json = new Json("");
        json.value(value, "");
        return json.out.toString();
    }

    private void value(Object value, String lineBreak) {
        if (value instanceof Map) {
            inside('{', ((Map<?, ?>) value).entrySet(), lineBreak, '}');
        } else if (value instanceof Iterable) {
            inside('[', (Iterable<?>) value, lineBreak, ']');
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(value.toString());
        }
    }

    /** The members of an object, or the elements of an array. */
    private void inside(char begin, Iterable<?> all, String lineBreak, char end) {
        String inner = lineBreak + indentation;
        String before = inner;
        out.append(begin);
        for (Object each : all) {
            out.append(before);
            Object value = each;
            if (each instanceof Map.Entry) {
                string(String.valueOf(((Map.Entry<?, ?>) each).getKey()));
                out.append(": ");
                value = ((Map.Entry<?, ?>) each).getValue();
            }
            value(value, inner);
            before = ',' + inner;
        }
        out.append(before.equals(inner) ? "" : lineBreak).append(end);
    }

    /** Without the contents of secret files: patterns and names may be filled from one. */
    private void string(String unmasked) {
        String text = Secrets.maskKnown(unmasked);
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (c < ' ' || c > '~') {
                // Escaped beyond ASCII too: the reader need not know which encoding the console or the file has.
                out.append("\\u").append(Integer.toHexString(c | 0x10000), 1, 5);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}

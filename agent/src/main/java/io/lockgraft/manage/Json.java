package io.lockgraft.manage;

import java.util.Map;

/**
 * Writes maps, iterables, strings, numbers, booleans and null as JSON, indented, in the order given. What machines read
 * from us is written here; nothing of ours reads JSON, so a library would not pay for its weight inside the jar.
 */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /** The value as JSON text with a line break at its end; what is no map, iterable, number or boolean is a string. */
    public static String write(Object value) {
        Json json = new Json();
        json.value(value, "\n");
        return json.out.append('\n').toString();
    }

    private void value(Object value, String lineBreak) {
        if (value instanceof Map) {
            object((Map<?, ?>) value, lineBreak);
        } else if (value instanceof Iterable) {
            array((Iterable<?>) value, lineBreak);
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(value.toString());
        }
    }

    private void object(Map<?, ?> members, String lineBreak) {
        String inner = lineBreak + "  ";
        String before = inner;
        out.append('{');
        for (Map.Entry<?, ?> member : members.entrySet()) {
            out.append(before);
            string(String.valueOf(member.getKey()));
            out.append(": ");
            value(member.getValue(), inner);
            before = ',' + inner;
        }
        out.append(members.isEmpty() ? "}" : lineBreak + '}');
    }

    private void array(Iterable<?> elements, String lineBreak) {
        String inner = lineBreak + "  ";
        String before = inner;
        out.append('[');
        for (Object element : elements) {
            out.append(before);
            value(element, inner);
            before = ',' + inner;
        }
        out.append(before.equals(inner) ? "]" : lineBreak + ']');
    }

    private void string(String text) {
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

package io.lockgraft.store.http;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one JSON text. Objects become maps, arrays lists, whole numbers {@code BigInteger}, others {@code Double}. */
public final class JsonReader {
    private static final int DEEPEST = 100;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /** @throws IOException where the text is no JSON, or has something behind its value */
    public static Object read(String text) throws IOException {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.next() != 0) {
            throw reader.wrong();
        }
        return value;
    }

    private Object value() throws IOException {
        char c = next();
        switch (c) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (hasMore('}', map.isEmpty())) {
            if (next() != '"') {
                throw wrong();
            }
            String name = string();
            expect(':');
            map.put(name, value());
        }
        return map;
    }

    private List<Object> array() throws IOException {
        List<Object> list = new ArrayList<>();
        while (hasMore(']', list.isEmpty())) {
            list.add(value());
        }
        return list;
    }

    /** Goes over the bracket at the beginning or the comma before the next element; false behind the end. */
    private boolean hasMore(char end, boolean first) throws IOException {
        if (first) {
            at++;
            if (++depth > DEEPEST) {
                throw wrong();
            }
        }
        if (next() == end) {
            at++;
            depth--;
            return false;
        }
        if (!first) {
            expect(',');
        }
        return true;
    }

    private String string() throws IOException {
        StringBuilder string = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return string.toString();
            }
            string.append(c == '\\' ? escaped() : c);
        }
        throw wrong();
    }

    /** The character that is meant; {@code at} is left at the last one that stands for it. */
    private char escaped() throws IOException {
        char c = ++at < text.length() ? text.charAt(at) : 0;
        int plain = "nrtbf".indexOf(c);
        if (c == 'u' && at + 4 < text.length()) {
            String hex = text.substring(at + 1, at + 5);
            if (hex.matches("[0-9a-fA-F]{4}")) {
                at += 4;
                return (char) Integer.parseInt(hex, 16);
            }
        } else if (c != 0 && plain >= 0) {
            return "\n\r\t\b\f".charAt(plain);
        } else if (c == '"' || c == '\\' || c == '/') {
            return c;
        }
        throw wrong();
    }

    private Object word(String word, Object value) throws IOException {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private Object number() throws IOException {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(from, at);
        try {
            boolean whole = number.matches("-?[0-9]{1,20}");
            return whole ? (Object) new BigInteger(number) : Double.valueOf(number);
        } catch (NumberFormatException e) {
            throw wrong();
        }
    }

    private void expect(char c) throws IOException {
        if (next() != c) {
            throw wrong();
        }
        at++;
    }

    /** The next character that is no white space, 0 at the end; {@code at} is left there. */
    private char next() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : 0;
    }

    /** Without the text: it may hold a token. */
    private IOException wrong() {
        return new IOException("the answer is no JSON at character " + (at + 1) + " of " + text.length());
    }
}

package io.lockgraft.store.zookeeper;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Where the store's nodes lie. A key is the name of a node, with all but plain characters written as {@code %2F}. */
final class Paths {
    private static final String PLAIN = "-_.:~@+,;=()$*&";

    private final String root;

    /** @param root begins with a slash, and does not end with one */
    Paths(String root) {
        this.root = root;
    }

    /** The parent of all keys. */
    String locks() {
        return root + "/locks";
    }

    /** The parent of a key's queue. */
    String lock(String key) {
        return locks() + '/' + encoded(key);
    }

    /** The counter of a key's fence tokens. */
    String token(String key) {
        return root + "/tokens/" + encoded(key);
    }

    /** The entry of a namespace, for compounds. */
    String entry(String namespace) {
        return root + "/entries/" + encoded(namespace);
    }

    /** The beginning of a session's own node, by whose writes it is proven. */
    String session(String jvm) {
        return root + "/sessions/" + encoded(jvm) + '-';
    }

    static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static String encoded(String text) {
        StringBuilder name = new StringBuilder();
        boolean dots = text.matches("\\.*");
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (letter || !dots && PLAIN.indexOf(c) >= 0) {
                name.append(c);
            } else {
                name.append('%')
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 0xf, 16)));
            }
        }
        return name.length() == 0 ? "%" : name.toString();
    }

    static String decoded(String name) {
        if (name.equals("%")) {
            return "";
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '%' && i + 2 < name.length()) {
                bytes.write(Character.digit(name.charAt(i + 1), 16) << 4 | Character.digit(name.charAt(i + 2), 16));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
    }
}

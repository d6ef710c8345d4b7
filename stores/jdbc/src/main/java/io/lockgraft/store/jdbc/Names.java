package io.lockgraft.store.jdbc;

import io.lockgraft.spi.table.RefusedException;
import io.lockgraft.spi.text.Printable;

/**
 * The names of rows. A row is named as its key, but for characters that a database refuses or compares otherwise: a
 * zero, half of a surrogate pair, a blank at the end. Each of them stands there as U+001A and its number in four hex
 * digits, and so does U+001A itself. Two keys never have one name.
 */
final class Names {
    private static final char ESCAPE = '\u001a';
    private static final int DIGITS = 4;
    private static final int RADIX = 16;

    /** The width of the column. */
    private static final int LONGEST = 600;

    private Names() {}

    static String ofKey(String key) {
        StringBuilder name = null;
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            boolean isEscaped = c == 0 || c == ESCAPE || c == ' ' && i == key.length() - 1 || isHalf(key, i);
            if (isEscaped && name == null) {
                name = new StringBuilder(key.length() + DIGITS).append(key, 0, i);
            }
            if (isEscaped) {
                name.append(ESCAPE).append(Integer.toHexString(c | 0x10000), 1, 1 + DIGITS);
            } else if (name != null) {
                name.append(c);
            }
        }
        String stored = name == null ? key : name.toString();
        if (stored.length() > LONGEST) {
            throw new RefusedException(
                    "the key " + Printable.of(key) + " takes more than " + LONGEST + " characters in the database",
                    null);
        }
        return stored;
    }

    private static boolean isHalf(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    static String key(String name) {
        int at = name.indexOf(ESCAPE);
        if (at < 0) {
            return name;
        }
        StringBuilder key = new StringBuilder(name.length());
        int done = 0;
        for (; at >= 0; at = name.indexOf(ESCAPE, done)) {
            int end = at + 1 + DIGITS;
            key.append(name, done, at).append((char) Integer.parseInt(name.substring(at + 1, end), RADIX));
            done = end;
        }
        return key.append(name, done, name.length()).toString();
    }
}

package io.lockgraft.store.consul;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the store's entries in Consul. A lock's key is one part of a name: its slashes are written as =2f. */
final class Names {
    private static final char LAST_OF_TWO_DIGITS = '\u00FF';
    private static final Pattern ENCODED = Pattern.compile("==([0-9a-f]{4})|=([0-9a-f]{2})");

    private final String prefix;

    Names(String prefix) {
        this.prefix = prefix;
    }

    /** The beginning of all owners' entries. */
    String locks() {
        return prefix + "/locks/";
    }

    /** The beginning of the entries of a key's owners. */
    String queue(String key) {
        return locks() + encoded(key) + '/';
    }

    /** An owner's entry under a key; another one for each number. */
    String entry(String key, String owner, long number) {
        return queue(key) + encoded(owner) + '_' + number;
    }

    /** The beginning of the queues of all keys that begin so. */
    String queues(String beginning) {
        return locks() + encoded(beginning);
    }

    /** The key of an owner's entry. A user's entry may have no owner's name behind it. */
    String key(String entry) {
        String rest = entry.substring(locks().length());
        int end = rest.indexOf('/');
        return decoded(end < 0 ? rest : rest.substring(0, end));
    }

    /** The entry that counts a key's fence tokens. */
    String counter(String key) {
        return prefix + "/tokens/" + encoded(key);
    }

    /** The entry that a compound keeps for a namespace. */
    String text(String namespace) {
        return prefix + "/entries/" + encoded(namespace);
    }

    /** The beginning of the guards of all sessions. */
    String guards() {
        return prefix + "/sessions/";
    }

    String guard(String session) {
        return guards() + session;
    }

    /**
     * False for an entry in a folder below {@link #guards}: a store may have its prefix there.
     *
     * @param entry begins as all guards do
     */
    boolean isGuard(String entry) {
        return entry.indexOf('/', guards().length()) < 0;
    }

    /**
     * A text as one part of a name, of letters, digits, {@code _}, {@code -} and {@code =}: Consul 1.21.5 takes hardly
     * more, and its later versions refuse some names with percent signs, dots or spaces. Two texts have two parts, and
     * the beginning of a text has the beginning of its part.
     */
    static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                encoded.append(c);
            } else if (c <= LAST_OF_TWO_DIGITS) {
                encoded.append('=').append(Integer.toHexString(c | 0x100), 1, 3);
            } else {
                encoded.append("==").append(Integer.toHexString(c | 0x10000), 1, 5);
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
    }

    /** What no text has been encoded as stays as it is. */
    static String decoded(String part) {
        Matcher each = ENCODED.matcher(part);
        StringBuilder decoded = new StringBuilder();
        int from = 0;
        while (each.find()) {
            String digits = each.group(1) == null ? each.group(2) : each.group(1);
            decoded.append(part, from, each.start()).append((char) Integer.parseInt(digits, 16));
            from = each.end();
        }
        return decoded.append(part, from, part.length()).toString();
    }
}

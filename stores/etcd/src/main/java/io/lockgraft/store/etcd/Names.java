package io.lockgraft.store.etcd;

/**
 * The keys in etcd: {@code PREFIXlocks/KEY/OWNER} is an owner's entry, {@code PREFIXtokens/KEY} a counter, {@code
 * PREFIXentries/NAMESPACE} a text of a compound's. What is no plain ASCII, and slash and percent sign, is written as
 * {@code %} and four hexadecimal digits, so that a beginning of a key stays one.
 */
final class Names {
    private final String prefix;

    Names(String prefix) {
        this.prefix = prefix;
    }

    /** What all keys of the store begin with. */
    String all() {
        return prefix;
    }

    /** What the entries of all locks begin with. */
    String locks() {
        return prefix + "locks/";
    }

    /** What the entries of the keys begin with that have this beginning. */
    String locksThatBegin(String beginning) {
        return locks() + encoded(beginning);
    }

    /** What the entries of one key begin with. */
    String queue(String key) {
        return locksThatBegin(key) + '/';
    }

    String entry(String key, String owner) {
        return queue(key) + encoded(owner);
    }

    String counter(String key) {
        return prefix + "tokens/" + encoded(key);
    }

    String text(String namespace) {
        return prefix + "entries/" + encoded(namespace);
    }

    /** Written by a probe. */
    String probe(String jvm) {
        return prefix + "probe/" + encoded(jvm);
    }

    /** The key of an entry's name, or null where it is none of ours. */
    String key(String entry) {
        int slash = entry.lastIndexOf('/');
        return entry.startsWith(locks()) && slash >= locks().length()
                ? decoded(entry.substring(locks().length(), slash))
                : null;
    }

    static String owner(String entry) {
        return decoded(entry.substring(entry.lastIndexOf('/') + 1));
    }

    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > ' ' && c < '~' && c != '/' && c != '%') {
                encoded.append(c);
            } else {
                encoded.append('%').append(Integer.toHexString(c | 0x10000), 1, 5);
            }
        }
        return encoded.toString();
    }

    private static String decoded(String text) {
        StringBuilder decoded = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            String hex = text.charAt(i) == '%' && i + 4 < text.length() ? text.substring(i + 1, i + 5) : "";
            boolean isEncoded = hex.matches("[0-9a-f]{4}");
            decoded.append(isEncoded ? (char) Integer.parseInt(hex, 16) : text.charAt(i));
            i += isEncoded ? 4 : 0;
        }
        return decoded.toString();
    }
}

package io.lockgraft.store.consul;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.net.URLEncoder;

/** The names of the store's entries in Consul. A lock's key is one part of a name: its slashes are written as %2F. */
final class Names {
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

    /** The beginning of the queues of all keys that begin so. */
    String queues(String beginning) {
        return locks() + encoded(beginning);
    }

    /** The key of an owner's entry. */
    String key(String entry) {
        int from = locks().length();
        return decoded(entry.substring(from, entry.indexOf('/', from)));
    }

    /** The entry that counts a key's fence tokens. */
    String counter(String key) {
        return prefix + "/tokens/" + encoded(key);
    }

    /** The entry that a compound keeps for a namespace. */
    String entry(String namespace) {
        return prefix + "/entries/" + encoded(namespace);
    }

    /** The beginning of the guards of all sessions. */
    String guards() {
        return prefix + "/sessions/";
    }

    String guard(String session) {
        return guards() + session;
    }

    static String encoded(String text) {
        try {
            // A colon stands in nearly every key, and harms nothing.
            return URLEncoder.encode(text, "UTF-8").replace("%3A", ":");
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    static String decoded(String name) {
        try {
            return URLDecoder.decode(name, "UTF-8");
        } catch (UnsupportedEncodingException | IllegalArgumentException e) {
            // It was not made by this store.
            return name;
        }
    }
}

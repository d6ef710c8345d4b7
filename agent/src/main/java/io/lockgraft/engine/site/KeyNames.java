package io.lockgraft.engine.site;

import io.lockgraft.language.expression.value.KeyText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The names of keys as the store gets them: never longer than it can bear, never two keys under one name. */
public final class KeyNames {
    /** Behind a semaphore's key, so that no name in the store is ever used for a semaphore and for another kind. */
    static final String BEHIND_SEMAPHORES = ":permits";

    /** Longest key, in bytes of UTF-8. */
    static final int LONGEST = 512;

    /** A hash of 32 bytes in hex, and the sign in front of it. */
    private static final int TAIL = 65;

    /** In bytes; by less than that a shortened name can fall short of the longest. */
    private static final int LONGEST_CHARACTER = 4;

    private KeyNames() {}

    /** The name itself, or, where it is too long, its beginning and the SHA-256 of all of it. */
    public static String shortened(String name) {
        // No char takes more than three bytes.
        if (name.length() <= LONGEST / 3) {
            return name;
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST && !isShortened(name, bytes.length)) {
            return name;
        }
        int cut = LONGEST - TAIL;
        while ((bytes[cut] & 0xC0) == 0x80) {
            // Not within a character.
            cut--;
        }
        String hash = String.format("%064x", new BigInteger(1, KeyText.sha256(bytes)));
        return new String(bytes, 0, cut, StandardCharsets.UTF_8) + '#' + hash;
    }

    /** The name that a lock of this name would have if it were a semaphore. */
    public static String ofSemaphore(String name) {
        return shortened(name + BEHIND_SEMAPHORES);
    }

    /** True if a longer name could have become this one: then it gets another. */
    private static boolean isShortened(String name, int bytes) {
        return bytes > LONGEST - LONGEST_CHARACTER
                && name.substring(name.length() - TAIL).matches("#[0-9a-f]{64}");
    }

    /** The names of one call's locks, each once, in the order in which every call takes them. */
    public static List<String> sorted(List<String> names) {
        TreeSet<String> sorted = new TreeSet<>();
        for (String name : names) {
            sorted.add(shortened(name));
        }
        return new ArrayList<>(sorted);
    }
}

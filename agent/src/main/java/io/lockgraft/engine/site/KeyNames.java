package io.lockgraft.engine.site;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The names of keys as the store gets them: never longer than it can bear, never two keys under one name. */
public final class KeyNames {
    /** In UTF-8. */
    static final int LONGEST = 512;

    /** A hash of 32 bytes in hex, and the sign in front of it. */
    private static final int TAIL = 65;

    /** In bytes; by less than that a shortened name can fall short of the longest. */
    private static final int LONGEST_CHARACTER = 4;

    private static final char[] HEX = "0123456789abcdef".toCharArray();

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
        StringBuilder shorter = new StringBuilder(LONGEST);
        shorter.append(name, 0, fitting(name, LONGEST - TAIL)).append('#');
        for (byte b : sha256(bytes)) {
            shorter.append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
        }
        return shorter.toString();
    }

    /** Whether a longer name could have become this one: then it gets another. */
    private static boolean isShortened(String name, int bytes) {
        int hash = name.length() - TAIL;
        boolean is = bytes > LONGEST - LONGEST_CHARACTER && hash >= 0 && name.charAt(hash) == '#';
        for (int i = hash + 1; is && i < name.length(); i++) {
            char c = name.charAt(i);
            is = c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
        }
        return is;
    }

    /** The names of one call's locks, each once, in the order in which every call takes them. */
    public static List<String> sorted(List<String> names) {
        TreeSet<String> sorted = new TreeSet<>();
        for (String name : names) {
            sorted.add(shortened(name));
        }
        return new ArrayList<>(sorted);
    }

    /** How many chars of the name fit into so many bytes, without cutting a surrogate pair. */
    private static int fitting(String name, int bytes) {
        int chars = 0;
        int used = 0;
        while (chars < name.length()) {
            int point = name.codePointAt(chars);
            used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            if (used > bytes) {
                break;
            }
            chars += Character.charCount(point);
        }
        return chars;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}

package io.lockgraft.spi.text;

import java.util.List;

/** Many names, in a text short enough to read. */
public final class Listing {
    private static final int NAMED = 3;

    private Listing() {}

    /** All of them: {@code a, b or c}. */
    public static String all(List<?> names, String last) {
        return all(names, ", ", last);
    }

    /** The same with another text between them. */
    public static String all(List<?> names, String between, String last) {
        StringBuilder listing = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            listing.append(i == 0 ? "" : i == names.size() - 1 ? last : between).append(names.get(i));
        }
        return listing.toString();
    }

    /** Keys, for the reader of a log. */
    public static String keys(List<String> keys) {
        return Printable.of(of(keys));
    }

    /** All of few, and the first of many: {@code a, b, c and 47 more}. */
    public static String of(List<?> names) {
        String first = all(names.subList(0, Math.min(NAMED, names.size())), ", ");
        return names.size() <= NAMED ? first : first + " and " + (names.size() - NAMED) + " more";
    }
}

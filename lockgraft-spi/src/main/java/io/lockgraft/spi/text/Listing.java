package io.lockgraft.spi.text;

import java.util.List;

/** Many names, in a text short enough to read. */
public final class Listing {
    private static final int NAMED = 3;

    private Listing() {}

    /** All of them: {@code a, b or c}. */
    public static String all(List<?> names, String last) {
        StringBuilder listing = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            listing.append(i == 0 ? "" : i == names.size() - 1 ? last : ", ").append(names.get(i));
        }
        return listing.toString();
    }

    /** Keys, for the reader of a log. */
    public static String keys(List<String> keys) {
        return Printable.of(of(keys));
    }

    /** All of few, and the first of many: {@code a, b, c and 47 more}. */
    public static String of(List<?> names) {
        StringBuilder listing = new StringBuilder();
        for (int i = 0; i < names.size() && i < NAMED; i++) {
            listing.append(i == 0 ? "" : ", ").append(names.get(i));
        }
        return names.size() <= NAMED
                ? listing.toString()
                : listing.append(" and ")
                        .append(names.size() - NAMED)
                        .append(" more")
                        .toString();
    }
}

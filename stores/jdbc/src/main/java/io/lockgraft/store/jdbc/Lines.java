package io.lockgraft.store.jdbc;

import io.lockgraft.store.jdbc.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;

/** A list in a column of text: an owner in each line, and what belongs to it behind tabs. */
final class Lines {
    private static final int LONGEST = 200;

    private Lines() {}

    static List<String[]> read(String text) {
        List<String[]> lines = new ArrayList<>();
        if (!text.equals(Dialect.EMPTY)) {
            for (String line : text.split("\n")) {
                lines.add(line.split("\t", -1));
            }
        }
        return lines;
    }

    static String write(List<String[]> lines) {
        if (lines.isEmpty()) {
            return Dialect.EMPTY;
        }
        StringBuilder text = new StringBuilder();
        for (String[] each : lines) {
            text.append(text.length() == 0 ? "" : "\n").append(String.join("\t", each));
        }
        return text.toString();
    }

    /** Whether a text is an entry, and no list. */
    static boolean isEntry(String text) {
        return text.startsWith("=");
    }

    static String entry(String text) {
        return "=" + text;
    }

    /** A name as a column or a line has it: without control characters, and not too long. */
    static String plain(String name) {
        if (name == null || name.isEmpty()) {
            return Dialect.EMPTY;
        }
        String plain = name.replaceAll("\\p{Cntrl}", " ");
        return plain.length() > LONGEST ? plain.substring(0, LONGEST) : plain;
    }

    /** Null where there is none. */
    static String name(String plain) {
        return plain.equals(Dialect.EMPTY) ? null : plain;
    }

    /** Of the line of this owner, or -1. */
    static int indexOf(List<String[]> lines, String owner) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i)[0].equals(owner)) {
                return i;
            }
        }
        return -1;
    }
}

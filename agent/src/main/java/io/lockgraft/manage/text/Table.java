package io.lockgraft.manage.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of a terminal in columns. A heading that begins with a {@code >} puts its column to the right. */
public final class Table {
    private static final String GAP = "  ";

    private final boolean[] right;
    private final List<String[]> rows = new ArrayList<>();

    public Table(String... headings) {
        right = new boolean[headings.length];
        String[] first = new String[headings.length];
        for (int i = 0; i < headings.length; i++) {
            right[i] = headings[i].startsWith(">");
            first[i] = right[i] ? headings[i].substring(1) : headings[i];
        }
        rows.add(first);
    }

    /** Adds a row, with a cell for each column. */
    public void row(String... cells) {
        rows.add(cells);
    }

    /** The lines, each with its end. */
    public String text() {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            int last = row.length - 1;
            for (int i = 0; i <= last; i++) {
                String padding = padding(widths[i] - row[i].length());
                text.append(i == 0 ? "" : GAP).append(right[i] ? padding : "").append(row[i]);
                text.append(right[i] || i == last ? "" : padding);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String padding(int columns) {
        char[] spaces = new char[columns];
        Arrays.fill(spaces, ' ');
        return new String(spaces);
    }
}

package io.lockgraft.manage.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines of a terminal in columns. A heading that begins with a {@code >} puts its column to the right. */
public final class Table {
    /** A longer cell moves those behind it, and not those of all other rows. */
    private static final int WIDEST = 60;

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
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            text.append(line(row, widths)).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.min(WIDEST, Math.max(widths[i], row[i].length()));
            }
        }
        return widths;
    }

    private String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            String padding = padding(widths[i] - row[i].length());
            line.append(i == 0 ? "" : GAP).append(right[i] ? padding + row[i] : row[i] + padding);
        }
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        return line.substring(0, end);
    }

    private static String padding(int columns) {
        char[] spaces = new char[Math.max(0, columns)];
        Arrays.fill(spaces, ' ');
        return new String(spaces);
    }
}

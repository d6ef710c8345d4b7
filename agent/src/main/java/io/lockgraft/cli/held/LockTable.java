package io.lockgraft.cli.held;

import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Holders of keys as a table for people, the longest hold first. */
final class LockTable {
    /** A longer cell moves those behind it, and not those of all other rows. */
    private static final int WIDEST = 60;

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] widths;

    private LockTable(List<HeldLock> locks, boolean named) {
        add(named, "STORE", "KEY", "HELD BY", "FOR", "LEASE", "RULE");
        List<HeldLock> sorted = new ArrayList<>(locks);
        sorted.sort(Comparator.comparingLong((HeldLock each) -> -each.lock.heldMillis())
                .thenComparing(each -> each.lock.key())
                .thenComparing(each -> each.lock.owner()));
        for (HeldLock each : sorted) {
            add(
                    named,
                    each.store,
                    each.lock.key(),
                    each.holder(),
                    Spans.text(each.lock.heldMillis()),
                    left(each.lock.leftMillis()),
                    each.lock.rule() == null ? "-" : each.lock.rule());
        }
        widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.min(WIDEST, Math.max(widths[i], row.get(i).length()));
            }
        }
    }

    private static String left(long millis) {
        return millis == 0 ? "over" : millis < 0 ? "-" : Spans.text(millis) + " left";
    }

    private void add(boolean named, String store, String... cells) {
        List<String> row = new ArrayList<>();
        if (named) {
            row.add(Printable.of(store));
        }
        Arrays.stream(cells).map(Printable::of).forEach(row::add);
        rows.add(row);
    }

    /**
     * A line for each holder, below a line of titles.
     *
     * @param named whether several stores were asked: then each line names its store
     */
    static List<String> lines(List<HeldLock> locks, boolean named) {
        LockTable table = new LockTable(locks, named);
        List<String> lines = new ArrayList<>();
        table.rows.forEach(row -> lines.add(table.line(row)));
        return lines;
    }

    private String line(List<String> row) {
        StringBuilder line = new StringBuilder();
        int last = row.size() - 1;
        int right = last - 2; // FOR
        for (int i = 0; i < last; i++) {
            String cell = row.get(i);
            String space = String.join("", Collections.nCopies(Math.max(0, widths[i] - cell.length()), " "));
            line.append(i == right ? space + cell : cell + space).append(GAP);
        }
        return line.append(row.get(last)).toString();
    }
}

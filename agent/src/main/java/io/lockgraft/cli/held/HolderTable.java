package io.lockgraft.cli.held;

import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Holders of keys as a table for people, the longest hold first. */
final class HolderTable {
    private static final String[] HEADINGS = {"KEY", "HELD BY", ">FOR", "LEASE", "RULE", "STORE"};

    private HolderTable() {}

    /**
     * A line for each holder, below a line of headings.
     *
     * @param named true if several stores were asked: then each line names its store
     */
    static String of(List<HeldLock> locks, boolean named) {
        int columns = named ? HEADINGS.length : HEADINGS.length - 1;
        Table table = new Table(Arrays.copyOf(HEADINGS, columns));
        List<HeldLock> sorted = new ArrayList<>(locks);
        sorted.sort(Comparator.comparingLong((HeldLock each) -> -each.lock.heldMillis())
                .thenComparing(each -> each.lock.key())
                .thenComparing(each -> each.lock.owner()));
        for (HeldLock each : sorted) {
            String[] cells = {
                each.lock.key(),
                each.holder(),
                Forms.spanOfMillis(each.lock.heldMillis()),
                left(each.lock.leftMillis()),
                each.lock.rule() == null ? Forms.NONE : each.lock.rule(),
                each.store
            };
            Arrays.setAll(cells, i -> Printable.of(cells[i]));
            table.row(Arrays.copyOf(cells, columns));
        }
        return table.text();
    }

    private static String left(long millis) {
        return millis == 0 ? "over" : millis < 0 ? Forms.NONE : Forms.spanOfMillis(millis) + " left";
    }
}

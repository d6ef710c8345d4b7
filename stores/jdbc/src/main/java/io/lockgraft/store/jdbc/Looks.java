package io.lockgraft.store.jdbc;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** What people and compounds ask: who holds what, a key that is taken away, entries. */
final class Looks {
    private static final String ENTRY = "lockgraft#store";

    private final Rows rows;
    private final JdbcSettings settings;
    private final Dialect dialect;

    Looks(Rows rows, JdbcSettings settings, Dialect dialect) {
        this.rows = rows;
        this.settings = settings;
        this.dialect = dialect;
    }

    private interface Look<T> {
        T by(Line line) throws Exception;
    }

    /** By a connection that is there for this look alone. */
    private <T> T look(Look<T> look) throws Exception {
        Line line = rows.looks();
        try {
            return look.by(line);
        } finally {
            line.hangUp();
        }
    }

    /** Tries the rights, on no row. */
    List<String> probe() throws Exception {
        String table = settings.table;
        return look(line -> {
            long count = rows.number(line, "SELECT COUNT(*) FROM " + table);
            long token = rows.number(line, "SELECT COALESCE(MAX(fence), 0) FROM " + table);
            line.<Void>ask(connection -> {
                dialect.tryRights(connection, table);
                return null;
            });
            List<String> told = new ArrayList<>();
            told.add(line.ask(connection -> connection.getMetaData().getDatabaseProductName()
                    + ' '
                    + connection.getMetaData().getDatabaseProductVersion()));
            told.add(
                    "the table " + table + " has " + (count == 1 ? "1 row" : count + " rows") + ", a row for each key");
            told.add("the greatest fence token is " + token);
            String query = dialect.durabilityQuery();
            String value = query == null ? null : rows.text(line, query);
            if (value != null && !dialect.isDurable(value)) {
                told.add("a server that crashes may forget its last locks: " + query.replaceAll(".*[ @]", "") + " is "
                        + value);
            }
            return told;
        });
    }

    List<StoredLock> locks(String key) throws Exception {
        Row row = look(line -> rows.read(line, key));
        return row == null ? Collections.emptyList() : row.locks();
    }

    long scanSize() throws Exception {
        return look(line -> rows.number(line, "SELECT COUNT(*) FROM " + settings.table));
    }

    void scan(String beginning, Consumer<StoredLock> each) throws Exception {
        for (Row row : look(rows::held)) {
            if (row.key.startsWith(beginning)) {
                row.locks().forEach(each);
            }
        }
    }

    boolean unlock(String key, String owner) throws Exception {
        Boolean held = look(line -> rows.step(line, key, row -> row.takeAway(owner)));
        return Boolean.TRUE.equals(held);
    }

    /** A row that is no lock's: it is never held. */
    StoreEntry replaceEntry(String namespace, String before, String after) throws Exception {
        String name = namespace.isEmpty() ? ENTRY : namespace + ':' + ENTRY;
        StoreEntry entry = rows.step(rows.takes(), name, row -> row.replaceEntry(before, after));
        if (entry != null || after.isEmpty()) {
            return entry != null ? entry : new StoreEntry("", rows.millis(rows.takes()));
        }
        return rows.stepOnNew(rows.takes(), name, row -> row.replaceEntry(before, after));
    }
}

package io.lockgraft.store.jdbc;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.store.jdbc.dialect.Change;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The table's rows, read and written by connections of the store's own: one for takes, one for renewals and releases,
 * one for new rows, and one that is there only for a look. No statement waits for a row that another transaction has
 * locked.
 */
final class Rows {

    /** An INSERT of another key may stand in the way of this one for so many milliseconds. */
    private static final long INSERT_PATIENCE = 1_500;

    private final JdbcSettings settings;
    private final Dialect dialect;
    private final String selection;
    private final Line takes;
    private final Line renewals;
    private final Line inserts;
    private final Line looks;

    Rows(StoreContext context, JdbcSettings settings, Dialect dialect, int networkMillis) {
        this.settings = settings;
        this.dialect = dialect;
        this.selection = "SELECT " + Row.columns(dialect.now()) + " FROM " + settings.table;
        Connector connector = new Connector(context, settings, dialect, networkMillis);
        Executor aborts = context.threads("jdbc-abort");
        takes = new Line(connector, networkMillis, aborts);
        renewals = new Line(connector, networkMillis, aborts);
        inserts = new Line(connector, INSERT_PATIENCE, aborts);
        looks = new Line(connector, networkMillis, aborts);
    }

    Line takes() {
        return takes;
    }

    /** Of releases, too. */
    Line renewals() {
        return renewals;
    }

    /** Of questions for people, which hang up behind them. */
    Line looks() {
        return looks;
    }

    /** Returns the names of the rows that it has changed. Those that are locked by others stay as they are. */
    List<String> change(Line line, Change change) throws Exception {
        return line.ask(connection -> dialect.change(connection, settings.table, change));
    }

    /** Null where there is none. */
    Row read(Line line, String key) throws Exception {
        List<Row> rows = select(line, " WHERE name = ?", Names.ofKey(key));
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** Whether there is a row, by a write. */
    boolean isThere(String key) throws Exception {
        List<String> name = Collections.singletonList(Names.ofKey(key));
        List<?> none = Collections.emptyList();
        return !change(renewals, new Change(name, "version = version + 1", none, "1 = 1", none))
                .isEmpty();
    }

    /** All rows of keys that are held. */
    List<Row> held(Line line) throws Exception {
        return select(line, " WHERE ends > " + dialect.now());
    }

    private List<Row> select(Line line, String where, Object... values) throws Exception {
        return line.ask(connection -> {
            List<Row> rows = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(selection + where)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                try (ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        rows.add(new Row(found));
                    }
                }
            }
            return rows;
        });
    }

    /** What a query answers. */
    String text(Line line, String query) throws Exception {
        return line.ask(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(query);
                    ResultSet found = statement.executeQuery()) {
                found.next();
                return found.getString(1);
            }
        });
    }

    long number(Line line, String query) throws Exception {
        return Long.parseLong(text(line, query));
    }

    /** The server's clock. */
    long millis(Line line) throws Exception {
        return TimeUnit.MICROSECONDS.toMillis(number(line, dialect.clock()));
    }

    /** Connects both that are asked all the time. */
    void load() throws Exception {
        for (Line each : new Line[] {takes, renewals}) {
            millis(each);
        }
    }

    /** Makes an empty row, where there is none. */
    void insert(String key) throws Exception {
        try {
            inserts.<Void>ask(connection -> {
                dialect.insert(connection, settings.table, Names.ofKey(key), settings.tokensAbove);
                return null;
            });
        } catch (SQLException e) {
            if (Failures.leavesConnection(e)) {
                throw new SQLException("another transaction has inserted the row of " + key + " and is open", e);
            }
            throw e;
        }
    }

    /**
     * Reads the row, lets the step decide, and writes what that has changed. Begins anew where the row was changed by
     * another meanwhile.
     *
     * @return what the last step has said; null where there is no row
     */
    <T> T step(Line line, String key, Function<Row, T> step) throws Exception {
        return step(line, key, new Contention(key), step);
    }

    <T> T step(Line line, String key, Contention contention, Function<Row, T> step) throws Exception {
        while (true) {
            Row row = read(line, key);
            if (row == null) {
                return null;
            }
            T said = step.apply(row);
            if (!row.isChanged() || !change(line, row.change()).isEmpty()) {
                return said;
            }
            contention.pause(row.version());
        }
    }

    /** The same; makes the row where there is none. */
    <T> T stepOnNew(Line line, String key, Function<Row, T> step) throws Exception {
        T said = step(line, key, step);
        if (said == null) {
            insert(key);
            said = step(line, key, step);
        }
        if (said == null) {
            throw new SQLException("the row of " + key + " is deleted by others all the time");
        }
        return said;
    }

    void abort(Thread asking) {
        for (Line each : new Line[] {takes, renewals, inserts, looks}) {
            if (each.abort(asking)) {
                return;
            }
        }
    }

    void close() {
        for (Line each : new Line[] {takes, renewals, inserts, looks}) {
            each.hangUp();
        }
    }
}

package io.lockgraft.store.jdbc.dialect;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

/** An UPDATE of rows: what it sets, and where. Immutable. */
public final class Change {
    private final List<String> names;
    private final String set;
    private final List<?> setValues;
    private final String where;
    private final List<?> whereValues;

    /**
     * @param names of the rows
     * @param where what must be true of a row beside its name
     */
    public Change(List<String> names, String set, List<?> setValues, String where, List<?> whereValues) {
        this.names = Collections.unmodifiableList(names);
        this.set = set;
        this.setValues = Collections.unmodifiableList(setValues);
        this.where = where;
        this.whereValues = Collections.unmodifiableList(whereValues);
    }

    /** The same of one of its rows. */
    Change of(String name) {
        return new Change(Collections.singletonList(name), set, setValues, where, whereValues);
    }

    String set() {
        return set;
    }

    List<?> setValues() {
        return setValues;
    }

    List<String> names() {
        return names;
    }

    /** With the names in front, whose values come first. */
    String where() {
        String marks = names.size() == 1 ? "= ?" : "IN (" + marks(names.size()) + ")";
        return "name " + marks + " AND " + where;
    }

    List<?> whereValues() {
        return whereValues;
    }

    static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** Fills in the values of both, in this order. */
    @SafeVarargs
    static PreparedStatement fill(PreparedStatement statement, List<?>... values) throws SQLException {
        int next = 1;
        for (List<?> each : values) {
            for (Object value : each) {
                statement.setObject(next++, value);
            }
        }
        return statement;
    }
}

package io.lockgraft.manage.jmx;

import java.util.Map;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/** A table of open types, whose rows have the same columns. The first column is the key of a row. */
final class OpenTable {
    private final String name;
    private TabularData data;
    private CompositeType type;

    OpenTable(String name) {
        this.name = name;
    }

    /** Adds a row: texts, longs and doubles by the names of the columns, in their order. */
    void add(Map<String, Object> row) throws OpenDataException {
        if (data == null) {
            begin(row);
        }
        data.put(new CompositeDataSupport(type, row));
    }

    private void begin(Map<String, Object> row) throws OpenDataException {
        String[] columns = row.keySet().toArray(new String[0]);
        OpenType<?>[] types = new OpenType<?>[columns.length];
        for (int i = 0; i < columns.length; i++) {
            types[i] = typeOf(row.get(columns[i]));
        }
        type = new CompositeType(name, name, columns, columns, types);
        data = new TabularDataSupport(new TabularType(name, name, type, new String[] {columns[0]}));
    }

    private static OpenType<?> typeOf(Object value) {
        if (value instanceof Long) {
            return SimpleType.LONG;
        }
        return value instanceof Double ? SimpleType.DOUBLE : SimpleType.STRING;
    }

    /** Null where it has no row. */
    TabularData data() {
        return data;
    }
}

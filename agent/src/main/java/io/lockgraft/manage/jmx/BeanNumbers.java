package io.lockgraft.manage.jmx;

import java.util.Map;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.TabularData;

/** What a bean shows. */
interface BeanNumbers {
    /** The attributes as they are now, by their names; the same names each time. Numbers, booleans and texts. */
    Map<String, Object> attributes();

    /** The names of its tables, each an operation without a parameter. */
    String[] tables();

    TabularData table(String name) throws OpenDataException;
}

package io.lockgraft.manage.jmx;

import io.lockgraft.manage.meter.StoreState;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.openmbean.TabularData;

/** What the bean of a store shows: whether it answers. */
final class StoreNumbers implements BeanNumbers {
    private final StoreState store;

    StoreNumbers(StoreState store) {
        this.store = store;
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("Name", store.name());
        all.put("Up", store.isUp());
        all.put("DownSeconds", store.downSeconds());
        all.put("Why", store.why());
        return all;
    }

    @Override
    public String[] tables() {
        return new String[0];
    }

    @Override
    public TabularData table(String name) {
        throw new IllegalArgumentException(name);
    }
}

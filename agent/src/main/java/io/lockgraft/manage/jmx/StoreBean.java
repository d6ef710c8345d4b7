package io.lockgraft.manage.jmx;

import io.lockgraft.manage.meter.StoreState;
import java.util.LinkedHashMap;
import java.util.Map;

/** The bean of a store: whether it answers. */
final class StoreBean extends NumbersBean {
    private final StoreState store;

    StoreBean(StoreState store) {
        super("A store");
        this.store = store;
    }

    @Override
    Map<String, Object> attributes() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("Name", store.name());
        all.put("Up", store.isUp());
        all.put("DownSeconds", store.downSeconds());
        all.put("Why", store.why());
        return all;
    }
}

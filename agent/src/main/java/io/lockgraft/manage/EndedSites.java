package io.lockgraft.manage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sites of loaders that have been collected: one entry for all that say the same, for each JSP that is compiled
 * again and each web application that is deployed again has a loader of its own. Guarded by {@link RuleCoverage}.
 */
final class EndedSites {
    /** The most entries that are kept apart: generated classes may have a new name each time. */
    private static final int MOST = 100;

    private final Map<Map<String, Object>, Integer> counts = new LinkedHashMap<>();

    void add(Collection<Map<String, Object>> sites) {
        for (Map<String, Object> site : sites) {
            Map<String, Object> told = new LinkedHashMap<>(site);
            String loader = (String) told.get("loader");
            told.put("loader", loader.substring(0, loader.lastIndexOf('@')));
            if (counts.size() >= MOST && !counts.containsKey(told)) {
                told.put("class", "others");
                told.put("method", "");
                told.put("loader", "");
                told.remove("reason");
                told.remove("hold");
            }
            Integer count = counts.get(told);
            counts.put(told, count == null ? 1 : count + 1);
        }
    }

    /** Returns the number of sites that had this state. */
    int count(String state) {
        int all = 0;
        for (Map.Entry<Map<String, Object>, Integer> each : counts.entrySet()) {
            all += each.getKey().get("state").equals(state) ? each.getValue() : 0;
        }
        return all;
    }

    List<Object> asList() {
        List<Object> all = new ArrayList<>(counts.size());
        for (Map.Entry<Map<String, Object>, Integer> each : counts.entrySet()) {
            Map<String, Object> site = new LinkedHashMap<>(each.getKey());
            site.put("unloaded", each.getValue());
            all.add(site);
        }
        return all;
    }
}

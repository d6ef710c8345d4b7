package io.lockgraft.weave.plan;

import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Listing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Says once of each rule that it has found what to lock: the methods of the first class of which it takes any. */
final class FirstLocks {
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** @param plan of a class that has been woven by it */
    void tell(ClassPlan plan) {
        Map<Rule, List<String>> first = new LinkedHashMap<>();
        for (MethodPlan method : plan.methods()) {
            for (Rule rule : method.fitting()) {
                if (!first.containsKey(rule) && told.add(rule.name())) {
                    first.put(rule, new ArrayList<String>(1));
                }
                if (first.containsKey(rule)) {
                    first.get(rule).add(method.method.toString());
                }
            }
        }
        for (Map.Entry<Rule, List<String>> each : first.entrySet()) {
            Log.info("rule '" + each.getKey().name() + "' locks " + Listing.of(each.getValue()));
        }
    }
}

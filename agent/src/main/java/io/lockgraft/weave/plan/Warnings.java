package io.lockgraft.weave.plan;

import io.lockgraft.engine.warning.HoldEnd;
import io.lockgraft.engine.warning.SiteWarning;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells what must be known of methods that are locked all the same, once of each: as their class is read at the start,
 * or else as it loads, however often and by however many loaders. Thread-safe.
 */
public final class Warnings {
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Set<Rule> unbounded = ConcurrentHashMap.newKeySet();

    /** Those of one class; each is on the log by now. */
    List<SiteWarning> tell(List<HoldEnd> ends, byte[] bytes, Map<MethodShape, List<Rule>> locked) {
        List<SiteWarning> warnings = SiteWarning.of(ends, bytes, locked);
        for (SiteWarning each : warnings) {
            String text = each.problem().toString();
            if (told.add(text)) {
                Log.warn(text);
            }
        }
        for (HoldEnd end : ends) {
            if (end.isUnbounded()) {
                unbounded.add(end.rule());
            }
        }
        return warnings;
    }

    /** How many rules have a method that is known by now, and whose hold may go on after it without a bound. */
    public int unbounded() {
        return unbounded.size();
    }
}

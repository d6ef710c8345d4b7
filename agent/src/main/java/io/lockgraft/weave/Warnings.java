package io.lockgraft.weave;

import io.lockgraft.lock.warning.SiteWarning;
import io.lockgraft.report.Log;
import io.lockgraft.rules.Rule;
import io.lockgraft.type.LoaderTypes;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells what must be known of methods that are locked all the same, once of each: as their class is read at the start,
 * or else as it loads, however often and by however many loaders. Thread-safe.
 */
final class Warnings {
    private final Set<String> told = new HashSet<>();

    /** Those of one class; each is on the log by now. */
    List<SiteWarning> tell(TypeShape type, byte[] bytes, Map<MethodShape, List<Rule>> locked, LoaderTypes types) {
        List<SiteWarning> warnings = SiteWarning.of(type, bytes, locked, types);
        for (SiteWarning each : warnings) {
            String text = each.problem().toString();
            if (isFirst(text)) {
                Log.warn(text);
            }
        }
        return warnings;
    }

    private synchronized boolean isFirst(String text) {
        return told.add(text);
    }
}

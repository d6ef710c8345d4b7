package io.lockgraft.manage.answer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What each of those that ask for rates was told last: they ask again and again. Those that stopped are forgotten. */
final class Askers {
    static final int MOST = 16;

    /** Rates over a longer time say nothing of now. */
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(1);

    private final Map<String, RuleSample> last = new LinkedHashMap<>();

    /** The sample that this asker was told last; null where there is none, or it is too old. */
    synchronized RuleSample last(String asker, long now) {
        RuleSample known = asker == null ? null : last.get(asker);
        return known == null || known.isOlderThan(LONGEST, now) ? null : known;
    }

    synchronized void told(String asker, RuleSample sample) {
        if (asker != null) {
            last.remove(asker);
            last.put(asker, sample);
            if (last.size() > MOST) {
                last.remove(last.keySet().iterator().next());
            }
        }
    }
}

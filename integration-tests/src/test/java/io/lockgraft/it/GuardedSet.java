package io.lockgraft.it;

import java.util.ArrayList;
import java.util.List;

/**
 * A set that workers add to under a lock of its own.
 *
 * @param isEachTold whether each caller is told of its loss; else it is told on the log of its JVM, and the lock may be
 *     passed on within it
 */
record GuardedSet(String name, Kind kind, boolean isEachTold, List<String> settings) {
    /** How long a lock lingers: so that other JVMs often come to wait for it, and its own often take it again. */
    private static final String LINGER = "linger: 200ms";

    /** Under every kind but {@code read}, which excludes no other reader; and under those that may be passed on. */
    static List<GuardedSet> all() {
        List<GuardedSet> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind != Kind.READ) {
                all.add(new GuardedSet(kind.name(), kind, true, List.of("onLost: throw")));
            }
        }
        all.add(new GuardedSet("EXCLUSIVE-PASSED-ON", Kind.EXCLUSIVE, false, List.of()));
        all.add(new GuardedSet("WRITE-PASSED-ON", Kind.WRITE, false, List.of()));
        all.add(new GuardedSet("FENCED-PASSED-ON", Kind.FENCED, false, List.of()));
        all.add(new GuardedSet("EXCLUSIVE-LINGERING", Kind.EXCLUSIVE, false, List.of(LINGER)));
        all.add(new GuardedSet("FENCED-LINGERING", Kind.FENCED, false, List.of(LINGER)));
        return all;
    }

    /** The lock's name, where it has one key. */
    String key() {
        return "it:K:" + name;
    }

    void lock(RulesText rules, String method) {
        kind.lock(rules, method, name, settings.toArray(new String[0]));
    }
}

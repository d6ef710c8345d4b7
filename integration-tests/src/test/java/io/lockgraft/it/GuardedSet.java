package io.lockgraft.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A set that workers add to under a lock of its own.
 *
 * @param isEachTold whether each caller is told of its loss; else it is told on the log of its JVM, and the lock may be
 *     passed on within it
 */
record GuardedSet(String name, Kind kind, boolean isEachTold, List<String> settings) {
    /** How long a lock lingers: so that other JVMs often come to wait for it, and its own often take it again. */
    private static final String LINGER = "linger: 200ms";

    private static final String MANY_NAME = "MANY-";

    private static final int MANY = 300;

    /** Under every kind that excludes others of its own, and under those that may be passed on. */
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

    /** A call may last for so long that a store has freed its lock meanwhile; others wait for it all the time. */
    static List<GuardedSet> lasting() {
        List<GuardedSet> lasting = new ArrayList<>();
        for (Kind kind : new Kind[] {Kind.EXCLUSIVE, Kind.FENCED}) {
            lasting.add(new GuardedSet(kind + "-LASTING", kind, true, List.of("wait: 60s", "onLost: throw")));
            lasting.add(new GuardedSet(kind + "-LASTING-LOGGED", kind, false, List.of("wait: 60s")));
        }
        return lasting;
    }

    /** Many, which one rule locks: most calls have theirs to themselves, and a lock is seldom taken twice in a row. */
    static List<GuardedSet> many() {
        return IntStream.range(0, MANY)
                .mapToObj(i -> new GuardedSet(MANY_NAME + i, Kind.EXCLUSIVE, false, List.of()))
                .collect(Collectors.toList());
    }

    static void lockMany(RulesText rules) {
        rules.lock("SetApp.addToOneOfMany", "name: many");
    }

    /** What {@code SetApp} is told of all of them. */
    static String manyArgument() {
        return '*' + MANY_NAME + MANY;
    }

    /** What {@code SetApp} is told of one whose calls last for so long. */
    String lastingArgument(Duration atMost) {
        return "~" + atMost.toMillis() + '~' + name;
    }

    /** The lock's name, where it has one key. */
    String key() {
        return "it:K:" + name + (kind == Kind.SEMAPHORE ? ":permits" : "");
    }

    /** Whether there are also some who only look at it, under {@code read}. */
    boolean isWatched() {
        return kind == Kind.WRITE;
    }

    void lock(RulesText rules) {
        String[] more = settings.toArray(new String[0]);
        kind.lock(rules, "SetApp.add", name, more);
        if (isWatched()) {
            rules.lock("SetApp.watch", "name: watch-" + name, "lock: read", "when: p0 == '" + name + "'")
                    .set(more);
        }
    }
}

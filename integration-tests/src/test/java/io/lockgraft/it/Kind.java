package io.lockgraft.it;

import java.util.Arrays;
import java.util.Collection;

/** The kinds of lock: how a rule asks for one, and how one who cannot have it meanwhile asks. */
enum Kind {
    EXCLUSIVE("lock: exclusive"),
    FAIR("lock: fair"),
    READ("lock: read", "lock: write"),
    WRITE("lock: write", "lock: read"),
    SEMAPHORE("{lock: semaphore, permits: 1}"),
    FENCED("lock: fenced"),
    SEVERAL_KEYS("lock: exclusive") {
        @Override
        String keys() {
            return "keys: ['L:{p0}', 'K:{p0}', 'M:{p0}']";
        }

        @Override
        String rivalsKeys() {
            return "keys: ['N:{p0}', 'M:{p0}']";
        }
    };

    private final String holder;
    private final String rival;

    Kind(String both) {
        this(both, both);
    }

    Kind(String holder, String rival) {
        this.holder = settings(holder);
        this.rival = settings(rival);
    }

    private static String settings(String text) {
        return text.startsWith("{") ? text.substring(1, text.length() - 1).replace(", ", "\n    ") : text;
    }

    /** What calls by this kind are made with, where there are some of every kind for the same purpose. */
    String of(String purpose) {
        return purpose + '-' + name();
    }

    /** Whether some name, of a lock or of a channel, is of each kind's calls for this purpose. */
    static boolean allIn(String purpose, Collection<?> names) {
        return Arrays.stream(values())
                .allMatch(
                        kind -> names.stream().anyMatch(name -> name.toString().contains(kind.of(purpose))));
    }

    String keys() {
        return "key: K:{p0}";
    }

    String rivalsKeys() {
        return keys();
    }

    /**
     * The rules of a JVM that holds by this kind: one for the calls with each of these arguments, for what befalls a
     * lock is counted by rules.
     */
    String rules(String redis, String defaults, String... calls) {
        RulesText rules = RulesText.on(redis, defaults);
        for (String call : calls) {
            lock(rules, "Desk.hold(String)", call);
        }
        return rules.toString();
    }

    /** The rules of a JVM whose calls must wait for the holder's. */
    String rivalsRules(String redis, String defaults, String... calls) {
        RulesText rules = RulesText.on(redis, defaults);
        for (String call : calls) {
            lockOut(rules, "Desk.hold(String)", call);
        }
        return rules.toString();
    }

    /** Locks the method by this kind where its first argument is this. */
    void lock(RulesText rules, String method, String call, String... settings) {
        lockBy(rules, method, keys(), holder, call, settings);
    }

    /** The same so that it waits for the holder's. */
    void lockOut(RulesText rules, String method, String call) {
        lockBy(rules, method, rivalsKeys(), rival, call);
    }

    /** Locks all calls of the method by this kind. */
    void lockAlways(RulesText rules, String method, String... settings) {
        rules.lockBy(keys(), method, holder).set(settings);
    }

    /** The same so that it waits for the holder's. */
    void lockOutAlways(RulesText rules, String method) {
        rules.lockBy(rivalsKeys(), method, rival);
    }

    private static void lockBy(
            RulesText rules, String method, String keys, String kind, String call, String... settings) {
        rules.lockBy(keys, method, kind, "name: " + call, "when: p0 == '" + call + "'")
                .set(settings);
    }
}

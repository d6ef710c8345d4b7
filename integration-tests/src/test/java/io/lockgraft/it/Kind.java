package io.lockgraft.it;

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

    String keys() {
        return "key: K:{p0}";
    }

    String rivalsKeys() {
        return keys();
    }

    /**
     * The rules of a JVM that holds by this kind: one for the calls with each of these arguments, for what befalls a lock is
     * said once a minute for a rule.
     */
    String rules(String redis, String defaults, String... calls) {
        return rules(redis, defaults, keys(), holder, calls);
    }

    /** The rules of a JVM whose calls must wait for the holder's. */
    String rivalsRules(String redis, String defaults, String... calls) {
        return rules(redis, defaults, rivalsKeys(), rival, calls);
    }

    /** Locks the method by this kind where its first argument is this. */
    void lock(RulesText rules, String method, String call) {
        lock(rules, method, keys(), holder, call);
    }

    private static String rules(String redis, String defaults, String keys, String kind, String... calls) {
        RulesText rules = RulesText.on(redis, defaults);
        for (String call : calls) {
            lock(rules, "Desk.hold(String)", keys, kind, call);
        }
        return rules.toString();
    }

    private static void lock(RulesText rules, String method, String keys, String kind, String call) {
        rules.lockBy(keys, method, kind, "name: " + call, "when: p0 == '" + call + "'");
    }
}

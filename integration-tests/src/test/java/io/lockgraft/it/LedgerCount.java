package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds to rows of the ledger from two JVMs with eight threads each, and tells what has come of it. */
final class LedgerCount {
    private static final int JVMS = 2;
    private static final int THREADS = 8;

    private final LedgerDatabase database;
    private final LedgerPlatform platform;
    private final List<String> options = new ArrayList<>();
    private final Map<String, Integer> accounts = new LinkedHashMap<>();

    private LedgerCount(LedgerDatabase database, LedgerPlatform platform) {
        this.database = database;
        this.platform = platform;
    }

    static LedgerCount in(LedgerDatabase database, LedgerPlatform platform) {
        return new LedgerCount(database, platform);
    }

    LedgerCount options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** One more account, as {@code OUTER/work}, and so many calls of each thread. */
    LedgerCount account(String account, int calls) {
        accounts.put(account, calls);
        return this;
    }

    /** The rules of com.example.ledger, by what its calls say in their second argument: work, return. */
    static RulesText rules(RedisServer redis) {
        return RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                .lock("com.example.ledger.Ledger.add*(String, String, boolean)", "name: work", "when: p1 == 'work'")
                .lock(
                        "com.example.ledger.Ledger.add*(String, String, boolean)",
                        "name: return",
                        "when: p1 == 'return'",
                        "hold: {until: return}")
                .lock(
                        "com.example.ledger.Till.add(String, String)",
                        "name: unit",
                        "when: p1 == 'work'",
                        "hold: {until: com.example.ledger.Units.run(..)}")
                .lock(
                        "com.example.ledger.Till.add(String, String)",
                        "name: no unit",
                        "when: p1 == 'return'",
                        "hold: {until: return}");
    }

    /** Makes all calls; by account, what they were told, and what the row then is. */
    Map<String, Sum> run() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("" + JVMS, "" + THREADS));
        accounts.forEach((account, calls) -> Collections.addAll(arguments, account, "" + calls));
        database.open(accounts.keySet().toArray(new String[0]));
        List<AppProcess> counting = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            try {
                for (int i = 0; i < JVMS; i++) {
                    counting.add(platform.of(database, "com.example.ledger.LedgerApp", arguments.toArray(new String[0]))
                            .options(options.toArray(new String[0]))
                            .rules(rules(redis).toString())
                            .witness(witness)
                            .start());
                }
                for (AppProcess each : counting) {
                    each.succeeds(Duration.ofMinutes(10));
                }
                Leftovers.awaitNone(redis);
                return sums(counting);
            } finally {
                for (AppProcess each : counting) {
                    each.close();
                }
            }
        }
    }

    private Map<String, Sum> sums(List<AppProcess> counted) throws Exception {
        Map<String, Sum> sums = new LinkedHashMap<>();
        for (String account : accounts.keySet()) {
            int added = 0;
            int refused = 0;
            int failed = 0;
            for (AppProcess each : counted) {
                String[] words = each.output().stream()
                        .filter(line -> line.startsWith(account + " "))
                        .findAny()
                        .orElseThrow(() -> new AssertionError(account + " of " + each))
                        .split(" ");
                added += Integer.parseInt(words[1]);
                refused += Integer.parseInt(words[2]);
                failed += Integer.parseInt(words[3]);
            }
            int calls = JVMS * THREADS * accounts.get(account);
            assertThat(added + refused + failed).as(account).isEqualTo(calls);
            sums.put(account, new Sum(calls, added, refused, failed, database.number(account), counted.toString()));
        }
        return sums;
    }

    /**
     * What has come of the calls on one account.
     *
     * @param added calls that have returned
     * @param refused those that have thrown what the application wants them to throw
     * @param failed those that have thrown anything else
     * @param number what the row is now
     */
    record Sum(int calls, int added, int refused, int failed, int number, String said) {
        /** Calls that have returned, and have left no trace. */
        int lost() {
            return added - number;
        }

        @Override
        public String toString() {
            return "lost " + lost() + " of " + calls + ", " + refused + " refused, " + failed + " failed";
        }
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** JVMs that call locked methods without a pause, and what a witness outside sees of their bodies. */
final class Crew implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** More calls than this under each key whose bodies take no time: the JVM's own, or one that it shares. */
    private static final int STEP = 20;

    private final WitnessServer witness = new WitnessServer();
    private final List<String> keys;
    private final Map<Integer, AppProcess> running = new TreeMap<>();
    private final List<String> logs = new ArrayList<>();

    /**
     * @param keys a thread's of each JVM, as {@code A=300} where a body takes 300 ms; one with {@code %d} in it is each
     *     JVM's own
     */
    Crew(String... keys) throws IOException {
        this.keys = List.of(keys);
    }

    /** The rules of its JVMs, with these stores. */
    static String rules(String stores, String defaults) {
        return """
                namespace: it
                %s
                defaults: {wait: 10m, %s}
                rules:
                  - {method: 'com.example.app.SteadyApp.add(String, int)', key: 'K:{p0}'}
                  - {method: 'com.example.app.SteadyApp.write(String, int)', key: 'K:{p0}', lock: fenced}
                """.formatted(stores, defaults);
    }

    void start(int jvm, String rules) throws IOException {
        String[] own = keys.stream().map(key -> of(jvm, key)).toArray(String[]::new);
        running.put(
                jvm,
                AppProcess.of(Jvms.running(), "SteadyApp", own)
                        .rules(rules)
                        .witness(witness, "jvm-" + jvm)
                        .start());
    }

    /** Lets its calls end, which must all have been served. */
    void end(int jvm) throws Exception {
        AppProcess process = running.remove(jvm);
        try (process) {
            process.tell("over");
            process.succeeds(PATIENCE);
        }
        logs.add(process.errors());
    }

    void endAll() throws Exception {
        for (int jvm : List.copyOf(running.keySet())) {
            end(jvm);
        }
    }

    /** Waits until there were some more calls under each key whose bodies take no time. */
    void goesOn() {
        Map<String, Integer> before = new HashMap<>();
        for (int jvm : running.keySet()) {
            keys.stream()
                    .filter(key -> key.endsWith("=0"))
                    .map(key -> name(of(jvm, key)))
                    .forEach(key -> before.put(key, calls(key) + STEP));
        }
        try {
            Awaitility.await("more calls")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> before.entrySet().stream().allMatch(each -> calls(each.getKey()) >= each.getValue())
                            || !running.values().stream().allMatch(AppProcess::isAlive));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("no more calls up to " + before + "\n" + running.values(), e);
        }
        assertThat(running.values()).as("JVMs").allMatch(AppProcess::isAlive);
    }

    /** Waits until one more body has begun under this key. */
    void awaitBody(String key) {
        int before = calls(key);
        Awaitility.await("a body under " + key)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> calls(key) > before);
    }

    private static String of(int jvm, String key) {
        return key.replace("%d", "" + jvm);
    }

    private static String name(String key) {
        return key.substring(0, key.indexOf('='));
    }

    WitnessServer witness() {
        return witness;
    }

    int calls(String key) {
        return witness.of(key).calls();
    }

    /** The last one that a body has written under. */
    long lastToken(String key) {
        List<Long> tokens = witness.of(key).tokens();
        return tokens.get(tokens.size() - 1);
    }

    /** The logs of all JVMs, also of those that have ended. */
    List<String> logs() {
        List<String> all = new ArrayList<>(logs);
        running.values().forEach(each -> all.add(each.errors()));
        return all;
    }

    /** No two bodies of one key have met, no update was lost, and each token was greater than those before it. */
    void metNobody() {
        for (String each : keys) {
            WitnessServer.Watch seen = witness.of(name(each));
            assertThat(seen.overlaps()).isEmpty();
            assertThat(seen.counter()).as("updates of %s", each).isEqualTo(seen.calls());
            assertThat(seen.tokens()).as("tokens of %s", each).isSorted().doesNotHaveDuplicates();
        }
    }

    @Override
    public void close() throws Exception {
        for (AppProcess each : running.values()) {
            each.close();
        }
        witness.close();
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Closing;
import io.lockgraft.testing.FailsWithout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real jar with several stores in one rules file, and with rules that go on without any. */
@Timeout(180)
class SeveralStoresIT {
    private static final String UNAVAILABLE = "io.lockgraft.api.LockUnavailableException";
    private static final String BUSY = "io.lockgraft.api.LockBusyException";

    private final Closing open = new Closing();

    @TempDir
    private Path folder;

    @AfterEach
    void end() throws Exception {
        open.close();
    }

    private StageProcess stage(WitnessServer witness, String rules) throws Exception {
        return open.add(StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules)));
    }

    @Test
    @FailsWithout("`Stores#gates` gives each rule the store that it names")
    void eachRuleLocksInTheStoreThatItNames() throws Exception {
        StoreServer.Redis fast = open.add(new StoreServer.Redis());
        StoreServer.PostgreSql sure = open.add(new StoreServer.PostgreSql());
        WitnessServer witness = open.add(new WitnessServer());
        String rules = """
                namespace: it
                stores:
                  fast: %s
                  sure: %s
                defaults: {store: fast, wait: 60s, lease: 60s}
                rules:
                  - {method: com.example.app.Desk.hold(String), key: 'HOLD:{p0}'}
                  - {method: com.example.app.FencedStore.writeLater(String), key: 'PAY:{p0}', lock: fenced, store: sure}
                  - {method: com.example.app.Desk.text(String), key: 'TEXT:{p0}', wait: 300ms}
                """.formatted(fast.store(), sure.store());
        StageProcess one = stage(witness, rules);
        StageProcess other = stage(witness, rules);
        assertThat(one.process().errors())
                .contains("stores 'fast' (" + fast.server.address(), " and 'sure' (jdbc:postgresql://127.0.0.1:");

        StageProcess.Call held = one.call("Desk.hold", "A").awaitBody();
        StageProcess.Call written = one.call("FencedStore.writeLater", "A").awaitBody();
        assertThat(Orphans.locks(fast.server)).containsExactly("it:HOLD:A");
        assertThat(owner(sure, "it:PAY:A")).isNotNull();
        assertThat(owner(sure, "it:HOLD:A")).isNull();
        StageProcess.Call waiting = other.call("FencedStore.writeLater", "A");
        other.awaitAtTheGate(1);
        held.finish().awaitEnd();

        fast.kill();
        StageProcess.End none = one.call("Desk.text", "A").awaitEnd();
        assertThat(none.thrown()).as("%s in %s", none, one.process()).isEqualTo(UNAVAILABLE);
        assertThat(waiting.bodyRan()).isFalse();
        assertThat(written.finish().awaitEnd().result()).isEqualTo("written String");
        assertThat(waiting.awaitBody().finish().awaitEnd().result()).isEqualTo("written String");
        Awaitility.await("it is given back").until(() -> owner(sure, "it:PAY:A") == null);
        assertThat(witness.of("A").tokens()).hasSize(2).isSorted().doesNotHaveDuplicates();
    }

    /** Null where the key is free. */
    private static String owner(StoreServer.PostgreSql database, String key) throws Exception {
        return database.query("SELECT owner FROM lockgraft WHERE name = '" + key
                + "' AND ends > extract(epoch from clock_timestamp()) * 1000000");
    }

    @Test
    void whileItsStoreIsDownAJvmKeepsItsOwnCallsApartAndNoOtherJvms() throws Exception {
        StoreServer.Redis redis = open.add(new StoreServer.Redis());
        WitnessServer witness = open.add(new WitnessServer());
        String rules = RulesText.on(redis.server.address(), "wait: 2s, lease: 60s, onUnavailable: local")
                .lock("Desk.hold(String)")
                .toString();
        StageProcess one = stage(witness, rules);
        StageProcess other = stage(witness, rules);
        for (StageProcess each : List.of(one, other)) {
            each.call("Desk.hold", "warm").awaitBody().finish().awaitEnd();
        }
        redis.kill();

        StageProcess.Call here = one.call("Desk.hold", "A").awaitBody();
        StageProcess.Call there = other.call("Desk.hold", "A").awaitBody();
        StageProcess.Call behind = one.call("Desk.hold", "A");
        assertThat(behind.awaitEnd().thrown()).isEqualTo(BUSY);
        assertThat(behind.bodyRan()).isFalse();
        assertThat(witness.of("A").overlaps()).as("those of two JVMs").hasSize(1);
        assertThat(one.process().errors())
                .contains("It runs under the lock of its JVM alone, as the rule says (local).");

        redis.restart();
        here.finish().awaitEnd();
        there.finish().awaitEnd();
        for (StageProcess each : List.of(one, other)) {
            Awaitility.await("its calls are locked at the store again")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> isAnswered(each));
        }
        StageProcess.Call locked = one.call("Desk.hold", "B").awaitBody();
        Awaitility.await("all others are given back")
                .untilAsserted(() -> assertThat(Orphans.locks(redis.server)).containsExactly("it:K:B"));
        assertThat(other.call("Desk.hold", "B").awaitEnd().thrown()).isEqualTo(BUSY);
        locked.finish().awaitEnd();
        assertThat(witness.of("B").overlaps()).isEmpty();
    }

    /**
     * Makes a call. Whether one has found the store again since the last outage began: the first calls of a JVM may
     * have had one of their own. A lock that is there may be what came too late for a call.
     */
    private static boolean isAnswered(StageProcess stage) throws Exception {
        stage.call("Desk.hold", "back").awaitBody().finish().awaitEnd();
        String log = stage.process().errors();
        int down = Math.max(log.lastIndexOf(" is down since "), log.lastIndexOf(" does not answer all calls since "));
        return log.lastIndexOf(" is back after ") > down;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis: {address: redis://one, fallback: {zookeeper: {connect: two}}}",
                "redis: {address: redis://one}\nfallback: {zookeeper: {connect: two}}",
                "stores: {main: [{redis: {address: redis://one}}, {zookeeper: {connect: two}}]}",
                "stores: {main: {redis: {address: redis://one}, else: {zookeeper: {connect: two}}}}"
            })
    void aChainOfStoresIsRefusedWithItsCures(String chain) throws Exception {
        String rules = "namespace: it\n" + chain + "\nrules: [{method: com.example.app.Counter.add(String), key: K}]\n";
        try (AppProcess app = AppProcess.of(Jvms.running(), "CounterApp", "A", "1", "1", "1")
                .rules(rules)
                .start()) {
            assertThat(app.exitCode(Duration.ofMinutes(1))).as(app::toString).isEqualTo(78);
            isNamed(app.errors());
        }
        Path file = Files.writeString(folder.resolve("rules.yaml"), rules);
        try (AppProcess check = AppProcess.launch(
                        Jvms.running(), "-jar", AppProcess.jar().toString(), "check", file.toString())
                .start()) {
            assertThat(check.exitCode(Duration.ofMinutes(1)))
                    .as(check::toString)
                    .isEqualTo(1);
            isNamed(String.join("\n", check.output()));
        }
    }

    private static void isNamed(String told) {
        assertThat(told)
                .contains(
                        "There is no chain of stores: two JVMs that do not agree on whether the first one is down hold"
                                + " one key at the same time",
                        "{ahead: fast, decide: sure}",
                        "{most: [...]}");
    }
}

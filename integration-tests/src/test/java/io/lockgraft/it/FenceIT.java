package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What fencing is for, and how an application that may be changed comes by its token. */
@Timeout(180)
class FenceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int JVMS = 4;
    private static final int THREADS = 8;
    private static final int CALLS = 50;

    private RedisServer redis;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start();
    }

    @AfterEach
    void end() throws Exception {
        redis.close();
    }

    @Test
    void aHolderThatSleptThroughItsLeaseIsRefusedByAStoreThatHasSeenTheNextToken() throws Exception {
        try (WitnessServer witness = new WitnessServer();
                StageProcess stale = stage(witness);
                StageProcess next = stage(witness)) {
            StageProcess.Call staleWrite =
                    stale.call("FencedStore.writeLater", "A").awaitBody();
            stale.process().freeze();
            StageProcess.Call nextWrite =
                    next.call("FencedStore.writeLater", "A").awaitBody();
            assertThat(nextWrite.finish().awaitEnd().result()).isEqualTo("written String");
            stale.process().thaw();
            StageProcess.End end = staleWrite.finish().awaitEnd();

            assertThat(witness.of("A").overlaps())
                    .as("what no lock can prevent: the two bodies at once")
                    .isNotEmpty();
            assertThat(end.result()).isEqualTo("refused String");
            assertThat(witness.of("A").tokens()).as("the next one's").hasSize(1).allMatch(token -> token > 1);
            Orphans.none(redis, stale, next);
        }
    }

    @Test
    @Tag("whole")
    void tokensGrowFromGrantToGrantOverJvmsAndThreads() throws Exception {
        List<AppProcess> writing = new ArrayList<>();
        try (WitnessServer witness = new WitnessServer()) {
            try {
                for (int i = 0; i < JVMS; i++) {
                    writing.add(AppProcess.of(Jvms.running(), "FencedStore", "A", "" + JVMS, "" + THREADS, "" + CALLS)
                            .rules(rules("wait: 60s"))
                            .witness(witness)
                            .start());
                }
                for (AppProcess each : writing) {
                    each.succeeds(PATIENCE);
                }
            } finally {
                for (AppProcess each : writing) {
                    each.close();
                }
            }
            List<Long> tokens = witness.of("A").tokens();
            assertThat(tokens).hasSize(JVMS * THREADS * CALLS).isSorted().doesNotHaveDuplicates();
            assertThat(RedisStatistics.scripts(redis))
                    .as("scripts, of which each call that was passed no lock needs two and more")
                    .isLessThan(tokens.size());
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void anApplicationThatIsCompiledAgainstTheApiHasItsTokens(Jvm jvm) throws Exception {
        try (AppProcess app = app(jvm).rules(rules("wait: 30s")).start()) {
            app.succeeds(PATIENCE);

            tells(app, "own copy: false", "busy, as the application knows it");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void aLoaderThatLooksIntoItsOwnJarsFirstHasTheTokensByItsOwnCopyAndTheExceptionsOfTheBootstrapLoader(Jvm jvm)
            throws Exception {
        String api = Libraries.path("lockgraft-api-");
        try (AppProcess app = app(jvm, api).rules(rules("wait: 30s")).start()) {
            app.succeeds(PATIENCE);

            tells(app, "own copy: true", "busy, of the bootstrap loader: true");
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void withoutTheAgentTheSameApplicationHasNoTokenAndRuns(Jvm jvm) throws Exception {
        try (AppProcess app = app(jvm).start()) {
            app.succeeds(PATIENCE);

            assertThat(app.output())
                    .containsExactly(
                            "own copy: true",
                            "outside: OptionalLong.empty",
                            "in B: OptionalLong.empty",
                            "in A: OptionalLong.empty",
                            "in B: OptionalLong.empty",
                            "back in A: OptionalLong.empty",
                            "version null in OptionalLong.empty",
                            "outside: OptionalLong.empty",
                            "in another thread: OptionalLong.empty",
                            "not busy");
        }
    }

    /** Which tokens they are is nobody's business, as long as those of a key grow. */
    private static void tells(AppProcess app, String copy, String busy) {
        List<String> lines = app.output();
        String first = token(lines, 2);
        String outer = token(lines, 3);
        String second = token(lines, 4);
        String version = token(lines, 6);
        assertThat(lines)
                .containsExactly(
                        copy,
                        "outside: OptionalLong.empty",
                        "in B: OptionalLong[" + first + "]",
                        "in A: OptionalLong[" + outer + "]",
                        "in B: OptionalLong[" + second + "]",
                        "back in A: OptionalLong[" + outer + "]",
                        "version " + version + " in OptionalLong[" + version + "]",
                        "outside: OptionalLong.empty",
                        "in another thread: OptionalLong.empty",
                        busy);
        assertThat(Long.parseLong(second)).isGreaterThan(Long.parseLong(first));
    }

    private static String token(List<String> lines, int number) {
        return lines.get(number).replaceAll(".*\\[(\\d+)]", "$1");
    }

    private static AppProcess.Builder app(Jvm jvm, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add("-cp");
        command.add(AppProcess.classes() + File.pathSeparator + Libraries.path("lockgraft-api-"));
        command.add("com.example.app.FencedApp");
        command.addAll(List.of(arguments));
        return AppProcess.launch(jvm, command.toArray(String[]::new));
    }

    private StageProcess stage(WitnessServer witness) throws Exception {
        return StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules("wait: 60s, lease: 1s")));
    }

    private String rules(String defaults) {
        return RulesText.on(redis.address(), defaults + ", lock: fenced")
                        .lock("FencedStore.write*(String)")
                        .lock("FencedApp.pay(String)")
                        .lock("FencedApp.hold(String, ..)", "wait: 1s")
                + "  - method: com.example.app.FencedApp.ship\n"
                + "    key: ORDER:{order.number}\n"
                + "    fence: {set: order.version}\n";
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Futures that a locked method returns before its work is done, of each library, in several JVMs. */
@Timeout(240)
@Shows("a future of the JDK, Guava or Spring is completed later by another thread, is cancelled, or fails")
class FuturesIT {
    private static final int JVMS = 2;
    private static final int CALLS = 64;

    @TempDir
    private Path folder;

    @Test
    void workOfListenableFuturesNeverOverlapsAndDoesWhereTheLockEndsWithTheMethod() throws Exception {
        countAlone("Guava", "listenable");
    }

    @ParameterizedTest
    @Tag("whole")
    @CsvSource({
        "Jdk, completable",
        "Jdk, stage",
        "Guava, fluent",
        "Guava, settable",
        "Spring, listenable",
        "Spring, settable",
    })
    void workOfAnyOtherFutureNeverOverlaps(String library, String type) throws Exception {
        countAlone(library, type);
    }

    private void countAlone(String library, String type) throws Exception {
        String path = classPath();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            together(rules(redis, library, type), witness, path, "FuturesApp", library, type, "work", "return");
            isAlone(witness.of("work"));
            WitnessServer.Watch lost = witness.of("return");
            assertThat(lost.calls()).isEqualTo(JVMS * CALLS);
            assertThat(lost.overlaps()).isNotEmpty();
            assertThat(lost.counter()).isLessThan(lost.calls());
            Leftovers.awaitNone(redis);
        }
    }

    @Test
    @Shows("a call on an event loop of Netty, Vert.x or Reactor must wait, and the method returns a future "
            + "of the JDK, Guava or Spring")
    void noEventLoopIsBlockedByCallsThatReturnAListenableFuture() throws Exception {
        countOnLoops("NETTY", "Guava", "listenable");
    }

    @ParameterizedTest
    @Tag("whole")
    @CsvSource({
        "NETTY, Jdk, completable",
        "NETTY, Jdk, stage",
        "NETTY, Guava, fluent",
        "NETTY, Guava, settable",
        "NETTY, Spring, listenable",
        "NETTY, Spring, settable",
        "NETTY, Reactor, mono",
        "REACTOR, Jdk, completable",
        "REACTOR, Guava, listenable",
        "REACTOR, Reactor, mono",
        "VERTX, Jdk, completable",
        "VERTX, Guava, listenable",
        "VERTX, Reactor, mono",
    })
    @Shows("a call on an event loop of Netty, Vert.x or Reactor must wait, and the method returns a future "
            + "of the JDK, Guava or Spring")
    void noEventLoopIsBlockedByAnyOtherCall(String loops, String library, String type) throws Exception {
        countOnLoops(loops, library, type);
    }

    private void countOnLoops(String loops, String library, String type) throws Exception {
        String path = classPath();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            together(rules(redis, library, type), witness, path, "LoopsApp", loops, library, type, "work");
            isAlone(witness.of("work"));
            Leftovers.awaitNone(redis);
        }
    }

    @ParameterizedTest
    @Tag("whole")
    @CsvSource({"Jdk, completable", "Jdk, stage", "Guava, listenable", "Spring, listenable", "Spring, settable"})
    void anyEndOfACallGivesTheLockBack(String library, String type) throws Exception {
        String path = classPath();
        boolean cancels = !type.equals("stage");
        try (RedisServer redis = RedisServer.start();
                AppProcess app = AppProcess.launch(
                                Jvms.running(), "-cp", path, "com.example.app.EndsApp", library, type)
                        .rules(rules(redis, library, type))
                        .start()) {
            app.succeeds(Duration.ofMinutes(2));
            List<String> ends = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                ends.addAll(List.of("failed: its own", "thrown: thrown"));
                ends.addAll(cancels ? List.of("cancelled", "never completed") : List.of("never completed"));
            }
            ends.add("waiting: true");
            ends.addAll(cancels ? List.of("bodies: 3") : List.of());
            assertThat(app.output()).as(app::toString).isEqualTo(ends);
            if (cancels) {
                Leftovers.awaitNone(redis);
            }
        }
    }

    private static void isAlone(WitnessServer.Watch seen) {
        assertThat(seen.overlaps()).isEmpty();
        assertThat(seen.calls()).isEqualTo(JVMS * CALLS);
        assertThat(seen.counter()).isEqualTo(seen.calls());
    }

    private static void together(String rules, WitnessServer witness, String path, String main, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of("-cp", path, "com.example.app." + main));
        int numbers = main.equals("LoopsApp") ? 3 : 2;
        command.addAll(List.of(arguments).subList(0, numbers));
        command.addAll(List.of("" + JVMS, "" + CALLS));
        command.addAll(List.of(arguments).subList(numbers, arguments.length));
        List<AppProcess> all = new ArrayList<>();
        try {
            for (int i = 0; i < JVMS; i++) {
                all.add(AppProcess.launch(Jvms.running(), command.toArray(String[]::new))
                        .rules(rules)
                        // What BlockHound needs.
                        .options("-XX:+AllowRedefinitionToAddDeleteMethods", "-Djdk.attach.allowAttachSelf=true")
                        .witness(witness)
                        .start());
            }
            for (AppProcess each : all) {
                each.succeeds(Duration.ofMinutes(3));
            }
        } finally {
            for (AppProcess each : all) {
                each.close();
            }
        }
    }

    /** The method's second argument says by which of the three it is locked. */
    private static String rules(RedisServer redis, String library, String type) {
        String method = library + "Futures." + type + "(..)";
        return RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                .lock(method, "name: work", "when: p1 == 'work'")
                .lock(method, "name: return", "when: p1 == 'return'", "hold: {until: return}")
                .lock(method, "name: never", "when: p1 == 'never'", "hold: {atMost: 500ms, onExceeded: release}")
                .toString();
    }

    private String classPath() throws Exception {
        String libraries = Libraries.path(
                "guava-",
                "failureaccess-",
                "spring-core-",
                "spring-jcl-",
                "reactor-core-",
                "reactive-streams-",
                "netty-",
                "vertx-core-",
                "jackson-core-",
                "blockhound-");
        return Sources.classPath("futures", folder.resolve("classes"), libraries);
    }
}

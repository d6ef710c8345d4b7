package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.FailsWithout;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent's log among the lines of a Spring Boot application in one fat jar, which logs by slf4j and logback. */
@Timeout(300)
class ApplicationLogIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String FORM = "BOOT|%level|%logger|%m%n";
    private static final String READY = "BOOT|INFO|com.example.bootlog.BootLogMain|ready";

    @TempDir
    private static Path folder;

    private static Path fatJar;

    @BeforeAll
    static void packTheApplication() throws Exception {
        List<Path> libraries = new ArrayList<>(BootJar.spring());
        libraries.addAll(Libraries.jars("logback-", "slf4j-api-1."));
        String path = AppProcess.classes();
        for (Path library : libraries) {
            path += File.pathSeparator + library;
        }
        Path classes = Sources.compile(
                Jvms.running(), "bootlog", folder.resolve("bootlog"), List.of("--release", "8", "-g", "-cp", path));
        fatJar = BootJar.pack(folder, "com.example.bootlog.BootLogMain", classes, libraries);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#extremes")
    @FailsWithout("`Slf4j#takesErrors` waits for the application's own configuration")
    void linesOfTheStartAndLaterOnesAreInTheFormThatTheApplicationSets(Jvm jvm) throws Exception {
        try (AppProcess app = AppProcess.launch(jvm, "-jar", fatJar.toString(), "--logging.pattern.console=" + FORM)
                .options("-Dlockgraft.log.to=application")
                .rules(RulesText.onStore("memory: {}", "wait: 5s")
                        .lock("com.example.bootlog.BootLogMain$Desk.pay(String)", "name: pay")
                        .toString())
                .start()) {
            await("the lines of the start").atMost(PATIENCE).untilAsserted(() -> {
                assertThat(ours(app)).as(app::toString).hasSize(1);
                assertThat(app.output())
                        .as("lines go on with the application's")
                        .contains(READY);
            });
            assertThat(ours(app).get(0))
                    .matches("BOOT\\|INFO\\|io\\.lockgraft\\|(\\S+Z )?\\[main] Lockgraft \\S+: .*1 rule.*");

            app.tell("42");
            await("the line of the rule").atMost(PATIENCE).until(() -> ours(app).size() == 2);
            assertThat(ours(app).get(1))
                    .matches("BOOT\\|INFO\\|io\\.lockgraft\\|(\\S+Z )?\\[main] rule 'pay' locks"
                            + " com\\.example\\.bootlog\\.BootLogMain\\$Desk\\.pay\\(java\\.lang\\.String\\)");

            app.endInput();
            app.succeeds(PATIENCE);
            assertThat(app.errors()).as(app::toString).doesNotContain("[lockgraft]");
        }
    }

    private static List<String> ours(AppProcess app) {
        return app.output().stream().filter(line -> line.contains("ockgraft")).toList();
    }
}

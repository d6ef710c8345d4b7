package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The fence token in the log lines of applications that know nothing of it, by whichever library they log. */
@Timeout(180)
class FenceInLogsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LOGBACK =
            "<configuration><appender name='out' class='ch.qos.logback.core.ConsoleAppender'>"
                    + "<encoder><pattern>%X{lockgraft.fence}|%m%n</pattern></encoder></appender>"
                    + "<root level='info'><appender-ref ref='out'/></root></configuration>";
    private static final String LOG4J_1 = "log4j.rootLogger=INFO, out\n"
            + "log4j.appender.out=org.apache.log4j.ConsoleAppender\n"
            + "log4j.appender.out.layout=org.apache.log4j.PatternLayout\n"
            + "log4j.appender.out.layout.ConversionPattern=%X{lockgraft.fence}|%m%n\n";
    private static final String LOG4J_2 = "<Configuration><Appenders><Console name='out'>"
            + "<PatternLayout pattern='%X{lockgraft.fence}|%m%n'/></Console></Appenders>"
            + "<Loggers><Root level='info'><AppenderRef ref='out'/></Root></Loggers></Configuration>";

    @TempDir
    Path folder;

    private RedisServer redis;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start();
    }

    @AfterEach
    void end() throws Exception {
        redis.close();
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void inTheMdcOfSlf4j(Jvm jvm) throws Exception {
        showsTokens(slf4j(jvm, "slf4j"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void inTheMdcOfSlf4j2(Jvm jvm) throws Exception {
        showsTokens(slf4j2(jvm, "slf4j"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void inTheMdcOfLog4j1(Jvm jvm) throws Exception {
        String file = "-Dlog4j.configuration=file:" + write("log4j.properties", LOG4J_1);
        showsTokens(app(jvm, Libraries.path("reload4j-"), file, "log4j1"));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void inTheThreadContextOfLog4j2(Jvm jvm) throws Exception {
        String file = "-Dlog4j2.configurationFile=" + write("log4j2.xml", LOG4J_2);
        showsTokens(app(jvm, Libraries.path("log4j-api-", "log4j-core-"), file, "log4j2"));
    }

    /** The lines are written under the lock, so they stand in the order of its holders. */
    @Test
    void callsThatPassTheLockOnToEachOtherHaveEachItsOwnToken() throws Exception {
        try (AppProcess app = slf4j(Jvms.running(), "slf4j", "crowd").start()) {
            app.succeeds(PATIENCE);

            List<Long> tokens = new ArrayList<>();
            for (int i = 0; i < app.output().size(); i++) {
                tokens.add(token(app.output(), i));
            }
            assertThat(tokens).hasSize(8 * 25).isSorted().doesNotHaveDuplicates();
            assertThat(tokens.get(tokens.size() - 1))
                    .as("the last one, had each call had a grant of its own")
                    .isLessThan(65 * (8 * 25 - 1) + 1L);
        }
    }

    @Test
    void anApplicationWithoutALoggingLibraryHasItsLocksAllTheSame() throws Exception {
        try (AppProcess app = app(Jvms.running(), "", "-Dnone", "none").start()) {
            app.succeeds(PATIENCE);

            assertThat(app.output()).containsExactly("in B", "in A", "in B", "back in A", "after A", "in A", "end");
            assertThat(Complaints.in(app.errors())).isEmpty();
        }
    }

    @Test
    void aLibraryThatTheApplicationHasButDoesNotUseIsNotTouched() throws Exception {
        String libraries = Libraries.path("logback-", "slf4j-api-", "reload4j-", "log4j-api-", "log4j-core-");
        try (AppProcess app =
                app(Jvms.running(), libraries, "-verbose:class", "none").start()) {
            app.succeeds(PATIENCE);

            List<String> loaded = new ArrayList<>(app.output());
            assertThat(loaded).anyMatch(line -> line.contains(" com.example.app.LineApp "));
            loaded.removeIf(line -> !line.matches(".*(logback|slf4j-api|reload4j|log4j-).*"));
            assertThat(loaded).as("classes of the application's libraries").isEmpty();
        }
    }

    @Test
    @Tag("whole")
    void anApplicationThatLogsOnlyAfterItsFirstLockedCallsHasTheTokenInItsLinesSoonAfter() throws Exception {
        try (AppProcess app = slf4j(Jvms.running(), "slf4j", "late").start()) {
            app.succeeds(PATIENCE);

            assertThat(app.output().get(0)).isEqualTo("in A");
            assertThat(last(app)).matches("[1-9][0-9]*\\|in late");
        }
    }

    /**
     * Which would lose the context for good. Its configuration comes through a pipe, and so when this test wants it.
     */
    @Test
    @Tag("whole")
    void slf4j2IsNotTouchedWhileTheApplicationInitialisesIt() throws Exception {
        Path pipe = folder.resolve("included.xml");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        String including = LOGBACK.replace("<configuration>", "<configuration><include file='" + pipe + "'/>");
        try (AppProcess app = logback(Jvms.running(), including, Libraries.ofSlf4j2(), "slf4j", "initialising")
                .start()) {
            Awaitility.await("the locked call")
                    .atMost(PATIENCE)
                    .until(() -> app.output().contains("in A"));

            Files.writeString(pipe, "<included/>");
            app.succeeds(PATIENCE);

            assertThat(last(app)).matches("[1-9][0-9]*\\|in late");
        }
    }

    private static void showsTokens(AppProcess.Builder builder) throws Exception {
        try (AppProcess app = builder.start()) {
            app.succeeds(PATIENCE);

            List<String> lines = app.output();
            long first = token(lines, 0);
            long outer = token(lines, 1);
            long second = token(lines, 2);
            long next = token(lines, 5);
            assertThat(lines)
                    .containsExactly(
                            first + "|in B",
                            outer + "|in A",
                            second + "|in B",
                            outer + "|back in A",
                            "own|after A",
                            next + "|in A",
                            "|end");
            assertThat(second).isGreaterThan(first);
            assertThat(next).isGreaterThan(outer);
        }
    }

    private static long token(List<String> lines, int number) {
        String line = lines.get(number);
        assertThat(line).matches("[1-9][0-9]*\\|.*");
        return Long.parseLong(line.substring(0, line.indexOf('|')));
    }

    private static String last(AppProcess app) {
        return app.output().get(app.output().size() - 1);
    }

    private AppProcess.Builder slf4j(Jvm jvm, String... arguments) throws IOException {
        return logback(jvm, LOGBACK, Libraries.path("logback-", "slf4j-api-1."), arguments);
    }

    /** Whose MDC is another once it is initialised, and for good if it is touched too soon. */
    private AppProcess.Builder slf4j2(Jvm jvm, String... arguments) throws IOException {
        return logback(jvm, LOGBACK, Libraries.ofSlf4j2(), arguments);
    }

    private AppProcess.Builder logback(Jvm jvm, String configuration, String libraries, String... arguments)
            throws IOException {
        String file = "-Dlogback.configurationFile=" + write("logback.xml", configuration);
        return app(jvm, libraries, file, arguments);
    }

    private AppProcess.Builder app(Jvm jvm, String libraries, String option, String... arguments) {
        List<String> command = new ArrayList<>(List.of(option, "-cp"));
        command.add(AppProcess.classes() + (libraries.isEmpty() ? "" : File.pathSeparator + libraries));
        command.add("com.example.app.LineApp");
        command.addAll(List.of(arguments));
        return AppProcess.launch(jvm, command.toArray(String[]::new))
                .rules(RulesText.on(redis.address(), "wait: 10s, lock: fenced")
                        .lock("LineApp.pay(String, String)")
                        .toString());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}

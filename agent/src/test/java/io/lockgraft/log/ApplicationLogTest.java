package io.lockgraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The log of an application that has no slf4j, or not yet, or no more. */
@Timeout(60)
class ApplicationLogTest {
    @RegisterExtension
    private final WrittenLog stderr = new WrittenLog();

    /** Sees the classes of an application that has loaded this one alone. */
    private static Instrumentation loaded(Class<?>... classes) {
        return (Instrumentation) Proxy.newProxyInstance(
                ApplicationLogTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (self, method, of) -> {
                    assertThat(method.getName()).isEqualTo("getAllLoadedClasses");
                    return classes;
                });
    }

    @Test
    void withoutSlf4jLinesGoToStderrAfterAWhileWhichIsTold() {
        ApplicationLog log = new ApplicationLog(
                loaded(String.class), Access.NONE, new LogFileTest.Begun(), TimeUnit.MILLISECONDS.toNanos(1));

        log.open();
        log.write(Log.event(Log.Level.WARN, "one", null));

        assertThat(stderr.lines())
                .containsExactly(
                        "[lockgraft] WARN the application has not used slf4j so far: the lines of this log go to stderr"
                                + " until it does",
                        "[lockgraft] WARN one");
    }

    /** As Spring Boot does, which has logback begin anew while it reads the application's configuration. */
    @Test
    @FailsWithout("`ApplicationLog#open` waits for several looks in a row that find slf4j configured")
    void aLogThatTakesLinesBetweenTwoConfigurationsIsNotConfigured(@TempDir Path folder) throws Exception {
        try (URLClassLoader application = new URLClassLoader(new URL[] {slf4j(folder)}, null)) {
            Class<?> entry = application.loadClass(Slf4j.ENTRY);
            AtomicInteger looks = new AtomicInteger();
            List<Object> shown = new ArrayList<>();
            entry.getField("logger")
                    .set(
                            null,
                            Proxy.newProxyInstance(
                                    application,
                                    new Class<?>[] {application.loadClass("org.slf4j.Logger")},
                                    (self, method, of) -> {
                                        if (method.getName().equals("isErrorEnabled")) {
                                            return looks.incrementAndGet() != 5;
                                        }
                                        if (looks.get() > 9) {
                                            shown.add(of[0]);
                                        }
                                        return null;
                                    }));
            ApplicationLog log =
                    new ApplicationLog(loaded(entry), Access.NONE, new LogFileTest.Begun(), TimeUnit.DAYS.toNanos(1));

            log.open();
            log.write(Log.event(Log.Level.INFO, "one", null));

            assertThat(shown).singleElement().asString().endsWith("one");
            assertThat(stderr.lines()).isEmpty();
        }
    }

    private static URL slf4j(Path folder) throws IOException {
        Path logger = Files.writeString(
                folder.resolve("Logger.java"),
                "package org.slf4j; public interface Logger { boolean isErrorEnabled();"
                        + " void error(String text); void warn(String text); void info(String text);"
                        + " void debug(String text); }");
        Path entry = Files.writeString(
                folder.resolve("LoggerFactory.java"),
                "package org.slf4j; public class LoggerFactory { static int INITIALIZATION_STATE = 3;"
                        + " public static Logger logger;"
                        + " public static Logger getLogger(String name) { return logger; } }");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", folder.toString(), logger.toString(), entry.toString()))
                .isZero();
        return folder.toUri().toURL();
    }

    @Test
    @FailsWithout("`ApplicationLog#end` ends the wait, and has later lines on stderr")
    void atTheEndOfTheJvmNothingIsWaitedForAndLinesGoToStderr() {
        ApplicationLog log = new ApplicationLog(
                loaded(String.class), Access.NONE, new LogFileTest.Begun(), TimeUnit.DAYS.toNanos(1));

        log.end();
        log.open();
        log.write(Log.event(Log.Level.WARN, "last", null));

        assertThat(stderr.lines()).containsExactly("[lockgraft] WARN last");
    }
}

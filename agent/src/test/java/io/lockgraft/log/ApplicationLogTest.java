package io.lockgraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

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

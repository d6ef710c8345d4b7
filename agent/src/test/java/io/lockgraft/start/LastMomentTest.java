package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LastMomentTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @BeforeEach
    void tellAll() {
        Log.level(Log.Level.DEBUG);
    }

    @AfterEach
    void tellLess() {
        Log.level(Log.Level.INFO);
    }

    @Test
    @FailsWithout("`ModuleAccess#forAgent` leaves it to the agent to tell what cannot be opened")
    void aJvmThatOpensNothingOfItsOwnIsADebugLine() {
        Instrumentation closed = (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });

        new LastMoment(ModuleAccess.forAgent(closed)).run(() -> {});

        assertThat(log.lines().filter(line -> line.contains("jdk.internal.access")))
                .singleElement()
                .asString()
                .contains("DEBUG", "runs nothing behind its shutdown hooks", "cannot be opened");
    }
}

package io.lockgraft.store.consul;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A class that is disabled as a whole is in no report: this one tells the summary why. */
final class ConsulProgramTest {
    @Test
    void theStoreIsTestedOnAConsul() {
        if (!ConsulServer.isThere()) {
            Assumptions.abort(ConsulServer.MISSING);
        }
        assertThat(Path.of(System.getenv(ConsulServer.VARIABLE))).matches(Files::isExecutable, "is a program");
    }
}

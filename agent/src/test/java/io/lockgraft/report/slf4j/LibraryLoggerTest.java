package io.lockgraft.report.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.WrittenLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LibraryLoggerTest {
    @RegisterExtension
    private final WrittenLog written = new WrittenLog();

    @Test
    void anErrorOfALibraryIsAWarningOfOurs() {
        Logger logger = LoggerFactory.getLogger("org.redisson.Wire");

        logger.error("no answer from {}", "host", new IllegalStateException("closed"));

        assertThat(written.toString())
                .contains(
                        "[lockgraft] WARN org.redisson.Wire: no answer from host: java.lang.IllegalStateException: closed");
    }

    @Test
    void theSameWarningIsWrittenOnceInAWhile() {
        Logger logger = LoggerFactory.getLogger("org.redisson.Pool");

        for (int i = 0; i < 100; i++) {
            logger.warn("connection {} is slow", i);
        }

        assertThat(written.lines()).containsExactly("[lockgraft] WARN org.redisson.Pool: connection 0 is slow");
    }

    @Test
    void whatALibraryTellsOfItsOwnAccordIsLeftOut() {
        Logger logger = LoggerFactory.getLogger("io.netty.Loop");

        logger.info("started");
        logger.debug("sent {}", "a value");

        assertThat(logger.isDebugEnabled()).isFalse();
        assertThat(written.toString()).isEmpty();
    }
}

package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.log.Log;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.TestContext;
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
                .contains("[lockgraft] WARN org.redisson.Wire: no answer from host: "
                        + "java.lang.IllegalStateException: closed");
    }

    @Test
    @FailsWithout("`LibraryText` leaves scripts, arguments and bytes of answers out of what is told")
    void ofAnAnswerThatItCannotReadNothingIsTold() {
        Logger logger = LoggerFactory.getLogger("org.redisson.Decoder");

        logger.error(
                "Unable to decode data. channel: {}, reply: {}, command: {}",
                "[id: 0x1]",
                "BYTES",
                "(EVAL), params: [redis.call]",
                new IllegalStateException("Can't decode replay: BYTES"));

        assertThat(written.lines())
                .containsExactly("[lockgraft] WARN org.redisson.Decoder: Unable to decode data:"
                        + " java.lang.IllegalStateException: the answer of the lock server cannot be read");
    }

    @Test
    @FailsWithout("`Client#LOGIN` is a form that no line of the log shows")
    void theArgumentsOfALoginStayOutOfTheLogAlsoAtDebug() {
        new Client(new TestContext(), RedisSettings.of(Topology.config("")).build()).close();
        Logger logger = LoggerFactory.getLogger("org.redisson.Login");
        Log.level(Log.Level.DEBUG);
        try {
            logger.error("Channel is closed, command: {}", "(AUTH), params: [me, third]");
        } finally {
            Log.level(Log.Level.INFO);
        }

        assertThat(written.lines())
                .containsExactly(
                        "[lockgraft] WARN org.redisson.Login: Channel is closed, command: (AUTH)," + " params: [***]");
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

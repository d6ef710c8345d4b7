package io.lockgraft.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateLimitedLogTest {
    private final AtomicLong now = new AtomicLong();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final RateLimitedLog log = new RateLimitedLog(10, TimeUnit.NANOSECONDS, now::get);

    @BeforeEach
    void listen() {
        Log.to(new PrintStream(written, true));
    }

    @AfterEach
    void stopListening() {
        Log.to(System.err);
    }

    @Test
    void ofOneSubjectThereIsOneLineInAnInterval() {
        log.warn("a", "first");
        log.warn("a", "second");
        log.warn("b", "other");

        assertThat(written.toString().lines()).containsExactly("[lockgraft] WARN first", "[lockgraft] WARN other");
    }

    @Test
    void theNextLineTellsHowManyWereLeftOut() {
        log.warn("a", "first");
        log.warn("a", "second");
        log.warn("a", "third");
        now.set(10);
        log.warn("a", "fourth");
        now.set(20);
        log.warn("a", "fifth");

        assertThat(written.toString().lines())
                .containsExactly(
                        "[lockgraft] WARN first",
                        "[lockgraft] WARN fourth (and 2 more like it since the last such line)",
                        "[lockgraft] WARN fifth");
    }

    @Test
    void aPasswordNeverReachesTheLog() {
        Secrets.add("hunter2");

        Log.warn("cannot log in with hunter2", new IllegalStateException("rediss://me:other@host:1, hunter2"));
        Log.warn("Channel is closed, command: (AUTH), params: [me, third]");

        assertThat(written.toString())
                .contains("cannot log in with ***")
                .contains("rediss://***@host:1, ***")
                .contains("(AUTH), params: [***]");
    }
}

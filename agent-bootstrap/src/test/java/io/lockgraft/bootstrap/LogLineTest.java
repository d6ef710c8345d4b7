package io.lockgraft.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogLineTest {
    private static final DateTimeFormatter ISO =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    @Test
    void timesAreThoseOfTheCalendar() {
        for (String time : new String[] {
            "1970-01-01T00:00:00.000Z",
            "1969-12-31T23:59:59.999Z",
            "2000-02-29T12:00:00.007Z",
            "2026-11-23T21:50:22.123Z",
            "2100-02-28T23:59:59.999Z",
            "2100-03-01T00:00:00.000Z"
        }) {
            assertThat(LogLine.time(Instant.parse(time).toEpochMilli())).isEqualTo(time);
        }
    }

    @Test
    void anyTimeOfTheYears0To9999IsThatOfTheJdk() {
        long first = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
        long last = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();
        new Random(1)
                .longs(100_000, first, last)
                .forEach(
                        millis -> assertThat(LogLine.time(millis)).isEqualTo(ISO.format(Instant.ofEpochMilli(millis))));
    }

    @Test
    void aLineSaysTheTimeTheLevelAndTheThread() {
        long before = System.currentTimeMillis();
        String line = LogLine.of("WARN", "text");
        long after = System.currentTimeMillis();

        assertThat(line)
                .endsWith("Z [lockgraft] WARN [" + Thread.currentThread().getName() + "] text");
        assertThat(Instant.parse(line.substring(0, 24)).toEpochMilli()).isBetween(before, after);
    }
}

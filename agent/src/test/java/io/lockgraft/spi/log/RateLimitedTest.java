package io.lockgraft.spi.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.manage.Counters;
import io.lockgraft.testing.WrittenLog;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RateLimitedTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private long now = -5;
    private final RateLimited limited = limited(1);

    private RateLimited limited(int times) {
        return new RateLimited(times, TimeUnit.MINUTES.toNanos(1)) {
            @Override
            long now() {
                return now;
            }
        };
    }

    @Test
    void whatWasNotSaidIsToldByTheNextLine() {
        limited.warn(() -> "lost");
        for (int i = 0; i < 17; i++) {
            limited.warn(() -> {
                throw new AssertionError("nobody reads this message");
            });
        }
        now += TimeUnit.SECONDS.toNanos(60);
        limited.warn(() -> "lost again");
        now += TimeUnit.SECONDS.toNanos(60);
        limited.warn(() -> "and again");

        assertThat(log.lines())
                .containsExactly(
                        "[lockgraft] WARN lost",
                        "[lockgraft] WARN lost again (and 17 more like it since the last such line)",
                        "[lockgraft] WARN and again");
    }

    @Test
    void whereEachIsAboutSomethingElseSomeAreSaid() {
        RateLimited three = limited(3);
        for (int i = 1; i <= 5; i++) {
            int number = i;
            three.warn(() -> "lost " + number);
            now += TimeUnit.SECONDS.toNanos(11);
        }
        now += TimeUnit.SECONDS.toNanos(5);
        three.warn(() -> "lost 6");
        three.warn(() -> "lost 7");

        assertThat(log.lines())
                .containsExactly(
                        "[lockgraft] WARN lost 1",
                        "[lockgraft] WARN lost 2",
                        "[lockgraft] WARN lost 3",
                        "[lockgraft] WARN lost 6 (and 2 more like it since the last such line)",
                        "[lockgraft] WARN lost 7");
    }

    @Test
    void countersHaveTheNamesThatTheReportWrites() {
        Counters counters = new Counters(() -> 0, () -> 0);
        counters.count(Counters.Event.MISSING_KEY);

        assertThat(counters.all()).containsEntry("missingKey", 1L).containsEntry("lost", 0L);
        assertThat(Counters.Event.MISSING_KEY.word()).isEqualTo("missingKey");
        assertThat(Counters.Event.LOST.word()).isEqualTo("lost");
    }
}

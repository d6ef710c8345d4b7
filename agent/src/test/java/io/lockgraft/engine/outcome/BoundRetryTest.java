package io.lockgraft.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.rules.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long a call pauses before it tries again. */
final class BoundRetryTest {
    private static BoundRetry retry(Duration first, Duration longest) {
        return new BoundRetry(new Outcome.Retry(5, first, longest, Outcome.THROW), null);
    }

    @Test
    void thePauseDoublesWithEachFailureUntilItIsTheLongest() {
        BoundRetry retry = retry(Duration.ofMillis(100), Duration.ofSeconds(2));

        List<Long> millis = new ArrayList<>();
        for (int failures = 1; failures <= 7; failures++) {
            millis.add(Duration.ofNanos(retry.nanos(failures)).toMillis());
        }

        assertThat(millis).containsExactly(100L, 200L, 400L, 800L, 1600L, 2000L, 2000L);
    }

    @Test
    void callsThatFailedTogetherDoNotComeBackTogether() throws InterruptedException {
        BoundRetry retry = retry(Duration.ofMillis(40), Duration.ofMillis(40));

        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long begun = System.nanoTime();
            retry.pause(1);
            millis.add(Duration.ofNanos(System.nanoTime() - begun).toMillis());
        }

        assertThat(millis).as("half of the pause, or more").allMatch(each -> each >= 20);
        assertThat(Collections.max(millis) - Collections.min(millis))
                .as("between the shortest and the longest of %s", millis)
                .isGreaterThanOrEqualTo(4);
    }
}

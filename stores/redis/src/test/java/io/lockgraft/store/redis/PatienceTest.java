package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockKind;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PatienceTest {
    private long now = Long.MAX_VALUE - 7;
    private final Patience patience = new Patience(() -> now);

    private void took(long millis) {
        patience.took(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private long millis() {
        return patience.millis(LockKind.EXCLUSIVE, 0);
    }

    @Test
    void isLongerByTwiceTheRoundTrip() {
        assertThat(millis()).isEqualTo(200);
        took(20);
        assertThat(millis()).isEqualTo(240);
    }

    @Test
    void oneAnswerThatWasLateAddsASecondAtMost() {
        took(2000);
        assertThat(millis()).isEqualTo(1200);
    }

    @Test
    void whatWasSlowIsForgottenWithTime() {
        took(400);
        now += TimeUnit.SECONDS.toNanos(1);
        assertThat(millis()).isEqualTo(600);
        now += TimeUnit.SECONDS.toNanos(9);
        assertThat(millis()).isEqualTo(200);
    }

    @Test
    void itIsForgottenHoweverOftenFastAnswersCome() {
        took(400);
        for (int i = 0; i < 10; i++) {
            now += TimeUnit.MILLISECONDS.toNanos(500);
            took(0);
        }
        assertThat(millis()).isLessThan(220);
    }

    @Test
    void aFairWaiterIsWaitedForUntilItCountsAsDead() {
        assertThat(patience.millis(LockKind.FAIR, 0)).isEqualTo(5000);
    }
}

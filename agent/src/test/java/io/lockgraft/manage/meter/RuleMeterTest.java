package io.lockgraft.manage.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a meter tells while calls go on. */
@Timeout(60)
final class RuleMeterTest {
    private static final int LOOKS = 5_000;

    private final RuleMeter meter = new Meters().of("pay", new AskedStore());

    @Test
    @FailsWithout("`RuleMeter#numbers` sums what has ended again, behind what has entered")
    void anExclusiveKeyIsHeldByOneCallHoweverManyComeWhileItIsLookedAt() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        Thread calls = new Thread(() -> {
            while (!end.get()) {
                meter.entered(1);
                meter.held(1);
            }
            meter.entered(1);
        });
        calls.start();
        long most = 0;
        for (int i = 0; i < LOOKS; i++) {
            most = Math.max(most, meter.numbers().holding());
        }
        end.set(true);
        calls.join();

        assertThat(most).isLessThanOrEqualTo(1);
        assertThat(meter.numbers().holding()).isEqualTo(1);
    }
}

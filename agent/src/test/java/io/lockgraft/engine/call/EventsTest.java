package io.lockgraft.engine.call;

import static io.lockgraft.engine.Woven.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {
    private static final int THREADS = 8;
    private static final int CALLS = 100;

    static final class Shop {
        static void pay(String order) {}
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    @FailsWithout("`RuleEvents` hears of each end of a hold once")
    void eachCallThatEnteredIsToldToHaveEndedOnce(long lingerMillis) throws Exception {
        try (Woven woven = new Woven()) {
            RuleBuilder rule = rule("PAY:{p0}").waiting(Duration.ofSeconds(60));
            if (lingerMillis > 0) {
                rule.linger(Duration.ofMillis(lingerMillis));
            }
            int site = woven.site(rule.build(), Shop.class, "pay");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(new Thread(() -> callOften(woven, site)));
            }
            threads.forEach(Thread::start);
            for (Thread each : threads) {
                each.join();
            }

            Counters counters = woven.sites.counters().get("pay-order");
            assertThat(counters.of(Event.ENTERED)).isEqualTo(THREADS * CALLS);
            assertThat(counters.of(Event.NESTED)).isEqualTo(THREADS * CALLS);
            assertThat(counters.of(Event.HANDED_OVER) + counters.of(Event.LINGERED) + counters.of(Event.RELEASED))
                    .as("handed over, lingered and released: " + counters.all())
                    .isEqualTo(THREADS * CALLS);
            assertThat(counters.of(Event.HANDED_OVER)).isPositive();
            assertThat(counters.of(Event.LINGERED) > 0).isEqualTo(lingerMillis > 0);
        }
    }

    private static void callOften(Woven woven, int site) {
        try {
            for (int i = 0; i < CALLS; i++) {
                Object outer = woven.engine.enter(site, null, new Object[] {"42"});
                Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);
                Woven.exit(outer, null);
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}

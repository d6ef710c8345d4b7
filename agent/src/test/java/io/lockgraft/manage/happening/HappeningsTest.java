package io.lockgraft.manage.happening;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.event.Events;
import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.manage.happening.Happening.Kind;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of what happens. */
final class HappeningsTest {
    private static final long MINUTE = 60_000;

    private final Happenings happenings = new Happenings();

    static final class Shop {
        static void pay(String order) {}
    }

    private void lost(long millis, String rule, String key) {
        happenings.add(new Happening(Kind.LOST, millis, rule, key, "lost " + key + "."));
    }

    @Test
    @FailsWithout("`Happenings#add` keeps one entry a minute of things that are alike")
    void aThousandLossesOfOneRuleAreOneEntry() {
        happenings.rulesInForce("rules.yaml", 3);
        long now = System.currentTimeMillis();
        for (int i = 0; i < 1000; i++) {
            lost(now, "pay", "PAY:" + i);
        }
        lost(now, "sell", "STOCK:7");
        lost(now + MINUTE, "pay", "PAY:1");

        assertThat(happenings.all())
                .extracting(Happening::told)
                .containsExactly("rules in force", "lost PAY:0 and 999 more", "lost STOCK:7", "lost PAY:1");
    }

    @Test
    void noMoreThanThreeHundredAreKept() {
        for (int i = 0; i < 1000; i++) {
            lost(i * MINUTE, "pay", "PAY:" + i);
        }

        assertThat(happenings.all()).hasSize(300);
        assertThat(happenings.all().get(0).about()).isEqualTo("PAY:700");
        assertThat(happenings.last(Kind.LOST).about()).isEqualTo("PAY:999");
    }

    private static NoLock silence(String why) {
        return new NoLock(
                NoLock.Kind.UNAVAILABLE,
                RuleBuilder.named("pay").build(),
                Woven.method(Shop.class, "pay"),
                List.of("PAY:1"),
                0,
                new Exception(why));
    }

    @Test
    @FailsWithout("`StoreHealth` tells its `EngineListener` when an outage begins and when it ends")
    void aStoreThatIsDownAndBackIsTwoEntriesHoweverManyCallsFindItSo() {
        RuleEvents rule = new Events(happenings).of(RuleBuilder.named("pay").build());
        rule.answered();
        rule.missed(silence("connect timed out"), false);
        rule.missed(silence("connection refused"), false);
        rule.answered();
        rule.answered();

        assertThat(happenings.all())
                .extracting(Happening::text)
                .first()
                .isEqualTo("the lock server is down: connect timed out.");
        assertThat(happenings.all()).extracting(Happening::told).containsExactly("store down", "store up");
    }

    @Test
    void aStoreOfWhichAPartIsGoneIsNotToldWithEveryCall() {
        RuleEvents rule = new Events(happenings).of(RuleBuilder.named("pay").build());
        for (int i = 0; i < 100; i++) {
            rule.missed(silence("gone"), false);
            rule.answered();
        }

        assertThat(happenings.all())
                .extracting(Happening::text)
                .hasSize(3)
                .last()
                .isEqualTo("the lock server does not answer all calls: gone.");
    }
}

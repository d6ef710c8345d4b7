package io.lockgraft.manage.happening;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.event.Events;
import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.manage.happening.Happening.Kind;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    @FailsWithout("`WrittenFile#writtenSince` tells that the rules file was written after it was read")
    void aRulesFileThatIsWrittenAfterTheStartIsToldAtItsTime(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("rules.yaml"), "rules: []");
        long now = System.currentTimeMillis();
        Files.setLastModifiedTime(file, FileTime.fromMillis(now - 5 * MINUTE));
        happenings.readsRules(file.toFile());
        happenings.rulesInForce(file.toString(), 0);
        lost(now + 3 * MINUTE, "pay", "PAY:1");
        assertThat(happenings.last(Kind.RULES_WRITTEN)).isNull();

        Files.setLastModifiedTime(file, FileTime.fromMillis(now + 2 * MINUTE));

        assertThat(happenings.all())
                .extracting(Happening::told)
                .containsExactly("rules in force", "rules file written", "lost PAY:1");
        assertThat(happenings.last(Kind.RULES_WRITTEN).millis()).isEqualTo(now + 2 * MINUTE);
        assertThat(happenings.last(Kind.RULES_WRITTEN).text())
                .isEqualTo(file + " was written again. This JVM runs with what it read at its start,"
                        + " until it is started again.");
        Files.delete(file);
        assertThat(happenings.last(Kind.RULES_WRITTEN).text()).startsWith(file + " is gone. ");
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

package io.lockgraft.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.expression.Template;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the log tells of a store that goes and comes back: one line each way, however many rules it has. */
@FailsWithout("`StoreHealth` tells when an outage begins and when it ends")
final class OutageTest {
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";
    private static final String MISS =
            "rule 'pay-order': \\S+Shop\\.pay\\(java\\.lang\\.String\\) did not get its lock:"
                    + " the lock server could not give shop:PAY:42, tried once \\(gone\\)\\.";
    private static final String GONE = "\\[lockgraft] WARN the lock server is down since " + TIME
            + "; \\d+ rules? ha\\w+" + " locks there\\. " + MISS;
    private static final String BACK = "[lockgraft] WARN the lock server is back after ";
    private static final String OF_RULE = " of rule pay-order did not get the lock";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final Woven woven = new Woven();
    private final StoreHealth health = new StoreHealth("fast", "store 'fast' (redis://fast:6379)", EngineListener.NONE);

    static final class Shop {
        String pay(String order) {
            return order;
        }

        String sell(String order) {
            return order;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private Object pay(int site) throws Throwable {
        return woven.call(site, new Shop(), () -> "paid", "42");
    }

    private void breakDown() {
        woven.backend.broken = new IllegalStateException("gone");
    }

    private void mend() {
        woven.backend.broken = null;
    }

    private static NoLock miss(long waitedMillis) {
        return miss("pay-order", waitedMillis);
    }

    private static NoLock miss(String rule, long waitedMillis) {
        return new NoLock(
                NoLock.Kind.UNAVAILABLE,
                RuleBuilder.named(rule).waiting(Duration.ZERO).build(),
                Woven.method(Shop.class, "pay"),
                List.of("shop:PAY:42"),
                TimeUnit.MILLISECONDS.toNanos(waitedMillis),
                new Exception("gone"));
    }

    private static long seconds(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void eachOutageIsToldWhenItBeginsAndWhenItEndsHoweverSoonTheNextComes() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO));
        for (int i = 0; i < 2; i++) {
            pay(site);
        }
        breakDown();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);
        }
        mend();
        pay(site);
        pay(site);
        breakDown();
        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);

        List<String> lines = log.lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).matches(GONE);
        assertThat(lines.get(1)).matches(Pattern.quote(BACK) + "\\d+ ms; 3 calls" + OF_RULE);
        assertThat(lines.get(2))
                .as("a second one, at once")
                .matches(GONE.replace("is down since", "does not answer all calls since"));
    }

    @Test
    @FailsWithout("`StoreHealth#isRefusalOfOne` tells a refused call from a store that refuses all")
    void aKeyThatTheStoreRefusesIsNoOutageWhileItAnswersOthers() {
        Events events = new Events(EngineListener.NONE);
        RuleEvents rule = events.of(RuleBuilder.named("pay-order").build());
        for (int i = 0; i < 3; i++) {
            rule.answered();
            rule.missed(miss(0).lasting(), false);

            assertThat(events.store("").isUp()).isTrue();
        }
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("[lockgraft] WARN rule 'pay-order': ")
                .endsWith("the lock server could not give shop:PAY:42, tried once (gone).");
    }

    @Test
    void aStoreThatHasRefusedForSomeSecondsAndAnsweredNobodyRefusesAll() {
        health.answered();
        assertThat(health.isRefusalOfOne(miss(0).lasting(), 0)).isTrue();
        assertThat(health.isRefusalOfOne(miss(0).lasting(), seconds(4))).isTrue();
        assertThat(health.isRefusalOfOne(miss(0).lasting(), seconds(5))).isFalse();

        health.answered();
        assertThat(health.isRefusalOfOne(miss(0).lasting(), seconds(6))).isTrue();
        assertThat(health.isRefusalOfOne(miss(0), seconds(6)))
                .as("no answer at all")
                .isFalse();
    }

    @Test
    @FailsWithout("`StoreHealth#questionRefused` is no answer to a call")
    void aQuestionThatIsRefusedDoesNotHideThatAllCallsAre() {
        health.answered();
        assertThat(health.isRefusalOfOne(miss(0).lasting(), 0)).isTrue();
        health.questionRefused();

        assertThat(health.isRefusalOfOne(miss(0).lasting(), seconds(5))).isFalse();
    }

    @Test
    @FailsWithout(
            "`StoreHealth#answered` is more patient with refusals once an answer has shown that they were of one key")
    @FailsWithout("`Outage#add` counts no refusal as a call without an answer")
    void aKeyThatIsRefusedEachSecondIsNoOutageForEverWhereOthersAreAnsweredSeldom() {
        NoLock refused = miss(0).lasting();
        health.refused(miss(0), Consequence.NOT_RUN, seconds(-3));
        health.answered(0);
        for (int i = 1; i < 60; i++) {
            if (i % 10 == 0) {
                health.answered(seconds(i));
                assertThat(health.isUp()).as("answered after " + i + " s").isTrue();
            }
            if (!health.isRefusalOfOne(refused, seconds(i))) {
                health.refused(refused, Consequence.NOT_RUN, seconds(i));
            }
        }

        assertThat(log.lines())
                .as("down, back, refusing for some seconds, back")
                .hasSize(4);
    }

    @Test
    @FailsWithout("`StoreHealth#answered` is twice as patient each time, and for some minutes at most")
    void aStoreThatRefusesAllIsDownHoweverOftenItHasComeBack() {
        NoLock refused = miss(0).lasting();
        int patience = 5;
        for (int hour = 0; hour < 10; hour++) {
            health.answered(seconds(hour * 3_600));
            assertThat(health.isRefusalOfOne(refused, seconds(hour * 3_600 + 1)))
                    .isTrue();
            assertThat(health.isRefusalOfOne(refused, seconds(hour * 3_600 + patience)))
                    .as("for less than " + patience + " s")
                    .isTrue();
            assertThat(health.isRefusalOfOne(refused, seconds(hour * 3_600 + patience + 1)))
                    .isFalse();
            health.refused(refused, Consequence.NOT_RUN, seconds(hour * 3_600 + patience + 1));
            assertThat(health.isUp()).isFalse();
            patience = Math.min(300, 2 * patience);
        }
    }

    @Test
    void aStoreThatRefusesFromTheStartIsDown() {
        Events events = new Events(EngineListener.NONE);
        events.of(RuleBuilder.named("pay-order").build()).missed(miss(0).lasting(), false);

        assertThat(events.store("").isUp()).isFalse();
        assertThat(log.lines()).singleElement().asString().matches(GONE);
    }

    @Test
    @FailsWithout("`Waiting#judge` tells of the answer that the key is busy")
    void aCallThatIsBusyShowsThatTheServerIsBack() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO));
        breakDown();
        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);
        mend();
        Grant other = new FaultyStore(woven.store)
                .acquire(Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime()))
                .answer()
                .join()
                .grant();
        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockBusyException.class);
        other.release().join();

        assertThat(log.lines()).hasSize(3).anyMatch(line -> line.startsWith(BACK));
    }

    @Test
    void callsThatRunWithoutTheLockAreCountedAsWell() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO).onUnavailable(Outcome.PROCEED));
        breakDown();
        pay(site);
        pay(site);
        mend();
        pay(site);

        List<String> lines = log.lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).matches(GONE + " It runs without the lock, as the rule says \\(proceed\\)\\.");
        assertThat(lines.get(1)).endsWith("; 2 calls" + OF_RULE + "; 2 of them ran without it (proceed)");
    }

    @Test
    void itBeganWhenTheFirstRefusedCallBeganToWait() {
        health.refused(miss(5_000), Consequence.NOT_RUN, 0);
        health.answered(seconds(7));

        assertThat(log.lines().skip(1))
                .containsExactly(
                        "[lockgraft] WARN store 'fast' (redis://fast:6379) is back after 12 s; 1 call" + OF_RULE);
    }

    @Test
    @FailsWithout("`Events#store` gives all rules of a store the same health")
    void theCallsOfAnotherRuleAddNoLineAndShowThatTheStoreIsBack() throws Throwable {
        int pay = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO));
        RuleBuilder other = RuleBuilder.named("sell")
                .keys(List.of(Template.parse("PAY:{p0}")))
                .waiting(Duration.ZERO);
        int sell = woven.site(other.build(), Shop.class, "sell");
        breakDown();
        assertThatThrownBy(() -> pay(pay)).isInstanceOf(LockUnavailableException.class);
        assertThatThrownBy(() -> pay(sell)).isInstanceOf(LockUnavailableException.class);
        assertThat(log.lines()).hasSize(1);

        mend();
        pay(sell);

        assertThat(log.lines().skip(1))
                .singleElement()
                .asString()
                .matches(
                        Pattern.quote(BACK) + "\\d+ ms; 2 calls of 2 rules \\(pay-order, sell\\) did not get the lock");
        assertThat(woven.sites.store("").outage()).isNull();
    }

    @Test
    void aStoreOfManyRulesIsToldOnceWhenItGoesOnceAMinuteAndOnceWhenItIsBack() {
        for (int i = 0; i < 12; i++) {
            health.addRule("rule-" + i);
        }
        for (int i = 0; i < 12; i++) {
            health.refused(miss("rule-" + i % 4, 0), i == 3 ? Consequence.UNLOCKED : Consequence.NOT_RUN, seconds(i));
        }
        assertThat(log.lines())
                .singleElement()
                .asString()
                .matches("\\[lockgraft] WARN store 'fast' \\(redis://fast:6379\\) is down since " + TIME
                        + "; 12 rules have locks there\\. rule 'rule-0': .*\\(gone\\)\\.");

        health.refused(miss("rule-1", 0), Consequence.LOCAL, seconds(60));
        health.refused(miss("rule-1", 0), Consequence.NOT_RUN, seconds(61));
        assertThat(log.lines().skip(1))
                .singleElement()
                .asString()
                .matches("\\[lockgraft] WARN store 'fast' \\(redis://fast:6379\\) is down since " + TIME
                        + "; 13 calls of 4 rules \\(rule-0, rule-1, rule-2 and 1 more\\) did not get the lock;"
                        + " 1 of them ran without it \\(proceed\\);"
                        + " 1 of them ran under that of this JVM alone \\(local\\)\\."
                        + " rule 'rule-1': .*"
                        + " It runs under the lock of its JVM alone, as the rule says \\(local\\)\\.");

        health.answered(seconds(62));
        health.answered(seconds(63));
        assertThat(log.lines().skip(2))
                .singleElement()
                .asString()
                .startsWith(
                        "[lockgraft] WARN store 'fast' (redis://fast:6379) is back after 62 s; 14 calls of 4 rules (");
    }

    @Test
    @FailsWithout("`HoldLog#atRisk` tells of the leases of a store, and not of each of its rules")
    void leasesInDoubtAreOneLineForAllRulesOfTheirStore() {
        Events events = new Events(EngineListener.NONE);
        Request request = Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime());
        for (String rule : List.of("pay-order", "sell")) {
            events.of(RuleBuilder.named(rule).build()).atRisk(request, 1, new IllegalStateException("gone"));
        }

        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith(
                        "[lockgraft] WARN rule 'pay-order': the lock server did not confirm that shop:PAY:42 is still");
    }

    @Test
    void whoAsksLearnsSinceWhenItIsDownAndWhy() {
        assertThat(health.outage()).isNull();
        long before = System.currentTimeMillis();

        health.refused(miss("sell", 0), Consequence.NOT_RUN, 0);
        health.refused(miss("pay", 0), Consequence.NOT_RUN, 1);

        Outage outage = health.outage();
        assertThat(outage.sinceMillis()).isBetween(before, System.currentTimeMillis());
        assertThat(outage.why()).isEqualTo("gone");
        assertThat(outage.isPartial()).isFalse();
        health.answered(2);
        assertThat(health.outage()).isNull();
    }

    @Test
    @FailsWithout("`Outage` keeps what a call was told, and not its exception")
    void whatACallWasToldDoesNotKeepTheClassesOfItsApplication() {
        NoLock miss = miss(0);
        WeakReference<Throwable> told = new WeakReference<>(miss.cause());
        health.refused(miss, Consequence.NOT_RUN, 0);
        miss = null;

        await().until(() -> {
            System.gc();
            return told.get() == null;
        });
        assertThat(health.why()).isEqualTo("gone");
        health.answered(1);
    }

    @Test
    void aServerOfWhichAPartIsGoneIsNotToldWithEachCall() {
        health.refused(miss(0), Consequence.NOT_RUN, 0);
        health.answered(seconds(1));
        for (int i = 2; i < 40; i++) {
            health.refused(miss(0), Consequence.NOT_RUN, seconds(i));
            health.answered(seconds(i) + 1);
        }
        assertThat(log.lines()).as("gone, back, gone").hasSize(3);
        assertThat(log.lines().skip(2))
                .singleElement()
                .asString()
                .startsWith("[lockgraft] WARN store 'fast' (redis://fast:6379) does not answer all calls since ");
        assertThat(health.outage().isPartial()).isTrue();

        health.answered(seconds(39 + 5));
        assertThat(log.lines().skip(3))
                .containsExactly(
                        "[lockgraft] WARN store 'fast' (redis://fast:6379) is back after 42 s; 38 calls" + OF_RULE);
        health.refused(miss(0), Consequence.NOT_RUN, seconds(39 + 60));
        health.answered(seconds(39 + 61));
        assertThat(log.lines().skip(4)).as("a minute without any").hasSize(2);
    }

    @Test
    void whileNothingIsWrongNothingIsTold() {
        health.answered();
        health.answered(seconds(1));

        assertThat(log.toString()).isEmpty();
    }
}

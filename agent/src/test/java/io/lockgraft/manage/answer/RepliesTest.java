package io.lockgraft.manage.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Crowd;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Parked;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.AsyncWaiting;
import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.manage.Coverage;
import io.lockgraft.manage.happening.Happenings;
import io.lockgraft.manage.text.ShellWord;
import io.lockgraft.rules.LogSettings;
import io.lockgraft.rules.Manage;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a JVM answers that is asked. */
@Timeout(120)
final class RepliesTest {
    private final Happenings happenings = new Happenings();
    private final Sites sites = new Sites(happenings);
    private final Woven woven = new Woven(sites);
    private final Parked parked = new Parked(woven);
    private final Coverage coverage = new Coverage();
    private final List<Rule> rules = new ArrayList<>();

    static final class Shop {
        static void pay(String order) {}

        static void quick(String order) {}
    }

    /** The store as the file has it. */
    private static final class InMemory implements StoreConfiguration {
        @Override
        public Capabilities capabilities() {
            return FaultyStore.CAPABILITIES.with(Capability.LOCKS);
        }

        @Override
        public LockStore open(StoreContext context) {
            throw new UnsupportedOperationException("the test has opened it");
        }

        @Override
        public String toString() {
            return "memory:test";
        }
    }

    @AfterEach
    void close() throws Exception {
        woven.store.thaw();
        parked.close();
        woven.close();
    }

    private int site(RuleBuilder rule, String method) {
        Rule built = rule.build();
        rules.add(built);
        coverage.declare(built.name(), "rules.yaml:1:1", "", List.of("Shop." + method + "(String)"));
        coverage.of(built.name())
                .site("Shop", method + "(String)", Shop.class.getClassLoader(), Coverage.State.WOVEN, null);
        return woven.site(built, Shop.class, method);
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofMinutes(5)).lease(Duration.ofMinutes(10));
    }

    private Replies replies() {
        Rules file = new Rules(
                "rules.yaml",
                "",
                Map.of("", new InMemory()),
                List.of(),
                true,
                LogSettings.STDERR,
                Manage.USUAL,
                false,
                rules,
                List.of(),
                List.of(),
                rules);
        return new Replies(file, coverage, sites, woven.stores, happenings);
    }

    private Printout ask(String... words) {
        return replies().apply(Arrays.asList(words));
    }

    @Test
    void statusAndLocksAreExactWithinASecondWithAThousandThreadsParkedInTwoHundredKeys() throws Exception {
        int site = site(rule(), "pay");
        for (int i = 0; i < 200; i++) {
            parked.call("holder-" + i, site, "K" + i);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> parked.inside() == 200);
        for (int i = 0; i < 800; i++) {
            parked.call("waiter-" + i, site, "K" + i % 200);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> parked.atGates() == 800);

        Replies replies = replies();
        long fastest = Long.MAX_VALUE;
        Printout status = null;
        Printout locks = null;
        for (int i = 0; i < 5; i++) {
            long begun = System.nanoTime();
            status = replies.apply(List.of("status"));
            locks = replies.apply(List.of("locks"));
            fastest = Math.min(fastest, System.nanoTime() - begun);
        }

        assertThat(status.code()).isEqualTo(Printout.ANSWERED);
        assertThat(status.text()).contains("now    200 held, 800 waiting; oldest ", "total  200 calls, 0 busy");
        String[] lines = locks.text().split("\n");
        assertThat(lines).hasSize(201);
        assertThat(lines[0]).matches("KEY +HELD BY +FOR +LEASE +WAITING +OLDEST +RULE");
        for (int i = 1; i < lines.length; i++) {
            String number = lines[i].replaceFirst("^shop:PAY:K(\\d+) .*", "$1");
            assertThat(lines[i])
                    .matches("shop:PAY:K" + number + " +here, holder-" + number
                            + " #\\d+, RepliesTest\\$Shop\\.pay +\\S.* renewed +4 +\\S.* pay-order");
        }
        assertThat(fastest).isLessThan(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void oneKeyIsToldWithEachWaiterAndAKeyThatIsNotThereWithTheNearest() throws Exception {
        int site = site(rule(), "pay");
        parked.enters("holder", site, "42");
        parked.waits("second", site, "42");

        assertThat(ask("locks", "--key", "shop:PAY:42").text())
                .startsWith("shop:PAY:42\nHELD BY ")
                .containsPattern("here, holder #\\d+, RepliesTest\\$Shop\\.pay +\\S.* renewed +pay-order +exclusive\n")
                .containsPattern(
                        "\nWAITING +FOR +METHOD +RULE +LOCK\n" + "second #\\d+ .*Shop\\.pay +pay-order +exclusive\n");
        assertThat(ask("locks", "--key", "shop:PAY:43").code()).isEqualTo(Printout.NOTHING);
        assertThat(ask("locks", "--key", "shop:PAY:43").text())
                .isEqualTo("No call of this JVM holds shop:PAY:43 or waits for it; did you mean 'shop:PAY:42'?\n");
        assertThat(ask("locks", "--threads").text())
                .containsPattern("holder #\\d+ +holds +shop:PAY:42 .*pay-order\nsecond #\\d+ +waits +shop:PAY:42");
        assertThat(ask("locks", "--json").text())
                .contains("\"held\": 1,", "\"waiting\": 1,", "\"kind\": \"body\"", "\"thread\": \"holder\"");
    }

    @Test
    @FailsWithout("`KeyReply` looks for the key behind each namespace of the rules")
    void aKeyIsTakenWithoutItsNamespaceAndAsItIsPrinted() throws Exception {
        int site = site(rule(), "pay");
        parked.enters("holder", site, "42");
        parked.enters("odd", site, "a\tb");
        parked.enters("twice", site(rule().namespace("shop:shop"), "quick"), "42");

        assertThat(ask("locks", "--key", "PAY:42").text())
                .contains("shop:PAY:42\nHELD BY ", "here, holder #", "shop:shop:PAY:42\nHELD BY ", "here, twice #");
        assertThat(ask("locks", "--key", "shop:PAY:42").text())
                .as("exactly this one")
                .startsWith("shop:PAY:42\nHELD BY ")
                .doesNotContain("twice");
        assertThat(ask("locks", "--key", "PAY:a\\tb").text()).startsWith("shop:PAY:a\\tb\nHELD BY ");
        assertThat(ask("locks", "--key", "shop:PAY:a\\tb").text()).startsWith("shop:PAY:a\\tb\nHELD BY ");
        assertThat(ask("locks", "--key", "PAY:a\tb").text()).startsWith("shop:PAY:a\\tb\nHELD BY ");
        assertThat(ask("locks", "--key", "").code()).isEqualTo(Printout.NOT_ANSWERED);
        assertThat(ask("locks", "--key", "").text()).isEqualTo("empty KEY\n");
    }

    @Test
    @FailsWithout("`KeyReply#find` looks for the semaphore of a key, too")
    void aSemaphoreIsFoundByTheKeyOfItsRule() throws Exception {
        parked.enters("holder", site(rule().lock(LockKind.SEMAPHORE).permits(2), "pay"), "42");

        for (String key : new String[] {"PAY:42", "shop:PAY:42", "PAY:42:permits"}) {
            assertThat(ask("locks", "--key", key).text())
                    .startsWith("shop:PAY:42:permits\nHELD BY ")
                    .containsPattern("here, holder #\\d+, .* renewed +pay-order +semaphore\n");
        }
    }

    @Test
    void aStoreThatIsDownIsToldInEveryPlaceAndSoIsItsReturn() throws Throwable {
        int quick = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO), "quick");
        int patient = site(rule(), "pay");
        woven.store.freeze();
        parked.call("quick", quick, "1");
        await().until(() -> !parked.surprises.isEmpty());
        parked.waits("patient", patient, "42");

        Printout status = ask("status");

        assertThat(ask("ps").text()).matches("0\t1\tstore DOWN \\d.*\n");
        assertThat(status.text())
                .containsPattern("store  memory:test DOWN since \\d\\d:\\d\\d:\\d\\dZ \\(.*\\): .")
                .containsPattern("last   \\S+Z store down");
        assertThat(ask("locks").text()).containsPattern("shop:PAY:42 +nobody known: store down +- +- +1 .*pay-order");
        assertThat(ask("top").text()).containsPattern("store DOWN \\d");

        woven.store.thaw();
        await().until(() -> parked.inside() == 1);
        assertThat(ask("status").text()).contains("store  memory:test up");
        assertThat(ask("events").text()).contains("the lock server is down: ", "the lock server is back after ");
        assertThat(ask("events", "--json").text()).contains("\"what\": \"store up\"");
    }

    /** A call that waits for minutes finds the store down when it gives up. */
    @Test
    @FailsWithout("`Running#silentNanos` looks for calls without an answer")
    void aStoreThatTellsCallsNothingIsSilentBeforeOneOfThemGivesUp() throws Throwable {
        int site = site(rule(), "pay");
        woven.call(site, null, () -> null, "1");
        woven.store.freeze();
        parked.waits("patient", site, "42");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(ask("status").text())
                        .containsPattern(
                                "store  memory:test SILENT for \\d+ s: calls have asked it and have no answer\n"));
        assertThat(ask("ps").text()).matches("0\t1\tstore SILENT \\d+ s\n");
        assertThat(ask("top").text()).containsPattern("store SILENT \\d");
        assertThat(ask("status", "--json").text()).contains("\"silentMillis\": ");

        woven.store.thaw();
        await().until(() -> parked.inside() == 1);
        assertThat(ask("status").text()).contains("store  memory:test up\n");
    }

    @Test
    @FailsWithout("`Running#silentNanos` looks for leases that are in doubt")
    void aStoreThatDoesNotConfirmALeaseIsSilentBeforeTheLeaseIsOver() throws Exception {
        int site = site(rule().lease(Duration.ofSeconds(15)), "pay");
        parked.enters("holder", site, "42");
        woven.store.freeze();

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(ask("status").text())
                        .contains("now    1 held, 0 waiting\n")
                        .containsPattern(
                                "store  memory:test SILENT for \\d+ s: it was asked to renew leases, and has not"
                                        + " confirmed that\n"));
        assertThat(ask("ps").text()).matches("1\t0\tstore SILENT \\d+ s\n");

        woven.store.thaw();
        await().untilAsserted(() -> assertThat(ask("status").text()).contains("store  memory:test up\n"));
    }

    @Test
    void callsThatRanWithoutTheLockAreCounted() throws Throwable {
        int site = site(rule().waiting(Duration.ZERO).onBusy(Outcome.PROCEED), "pay");
        parked.enters("holder", site, "42");
        assertThat(ask("status").text()).contains("total  1 call, 0 busy, 0 unavailable, 0 lost\n");

        woven.call(site, null, () -> null, "42");

        assertThat(ask("status").text())
                .contains("total  2 calls, 1 busy, 0 unavailable, 0 lost, 1 ran without the lock\n");
        assertThat(ask("status", "--json").text()).contains("\"withoutLock\": 1");
    }

    @Test
    @FailsWithout("`StatusReply#withoutLock` sums the four ways in which a call runs, or runs on, without its lock")
    void eachWayToRunWithoutTheLockIsCounted() throws Throwable {
        int open =
                site(rule().waiting(Duration.ZERO).onMissingKey(Outcome.PROCEED).onUnavailable(Outcome.LOCAL), "pay");
        int brief = site(
                RuleBuilder.named("brief")
                        .keys(Woven.rule("BRIEF:{p0}").build().keys())
                        .hold(Duration.ZERO, Duration.ofMillis(50), OnExceeded.RELEASE, Until.WORK),
                "quick");

        woven.call(open, null, () -> null, (Object) null);
        ranWithoutTheLock(1, "proceed");

        woven.backend.broken = new IllegalStateException("gone");
        woven.call(open, null, () -> null, "42");
        woven.backend.broken = null;
        ranWithoutTheLock(2, "local");

        woven.unfollowed = new NotFollowedException("JTA", new IllegalStateException("no more"));
        woven.call(open, null, () -> null, "42");
        woven.unfollowed = null;
        ranWithoutTheLock(3, "work that cannot be followed");

        Object token = woven.engine.enter(brief, null, new Object[] {"42"});
        await().untilAsserted(() -> ranWithoutTheLock(4, "onExceeded: release"));
        Woven.exit(token, null);
    }

    private void ranWithoutTheLock(int calls, String last) {
        assertThat(ask("status").text()).as(last).contains(", " + calls + " ran without the lock\n");
        assertThat(ask("status", "--json").text()).as(last).contains("\"withoutLock\": " + calls);
    }

    @Test
    void whatAHolderInAnotherJvmDoesIsAskedOfTheStore() throws Exception {
        try (Woven other = new Woven(woven.store, Engines.NO_RESULTS);
                Parked there = new Parked(other)) {
            there.enters("there", other.site(rule().build(), Shop.class, "pay"), "it's 42");
            parked.waits("here", site(rule(), "pay"), "it's 42");

            String line = "\nwho there, since when: locks "
                    + ShellWord.of(Path.of("rules.yaml").toAbsolutePath().toString()) + " 'shop:PAY:it'\\''s 42'\n";
            await().untilAsserted(() -> assertThat(ask("locks").text()).endsWith(line));
            assertThat(ask("locks", "--key", "PAY:it's 42").text()).contains(line + "WAITING ");
            assertThat(ask("status").text())
                    .containsPattern(" -> locks \\d+ " + Pattern.quote("'shop:PAY:it'\\''s 42'\n"));
        }
    }

    @Test
    @FailsWithout("`KeyForms#first` bounds each list of an answer")
    void aListOfThousandsEndsWithHowManyAreLeft() throws Throwable {
        int number = site(rule(), "pay");
        parked.enters("holder", number, "42");
        Site site = woven.sites.get(number)[0];
        Gates gates = woven.stores.gates(site).make();
        List<AsyncWaiting> waiting = new ArrayList<>();
        List<Object> held = new ArrayList<>();
        for (int i = 0; i < 2_003; i++) {
            waiting.add(new AsyncWaiting(gates, site, List.of("shop:PAY:42"), List.of(), System.nanoTime()));
            held.add(woven.engine.enter(number, null, new Object[] {"K" + i}));
        }
        woven.stepsAreDone();

        assertThat(ask("locks", "--key", "shop:PAY:42").text()).endsWith("\nand 3 more\n");
        assertThat(ask("locks", "--key", "shop:PAY:42", "--json").text()).contains("\"left\": 3\n");
        assertThat(ask("locks", "--threads").text()).endsWith("\nand 4 more\n");
        assertThat(ask("locks", "--threads", "--json").text()).contains("\"left\": 4\n");
        assertThat(ask("locks").text()).containsPattern("\nand 4 more; locks \\d+ KEY shows one\n");

        waiting.forEach(AsyncWaiting::giveUp);
        held.forEach(each -> Woven.exit(each, null));
        woven.stepsAreDone();
    }

    @Test
    void aRuleThatLocksNothingIsNamedWithItsPattern() throws Exception {
        site(rule(), "pay");
        String pattern = "com.shop.Refunds.refund(String)";
        rules.add(RuleBuilder.named("refund")
                .methods(List.of(MethodPattern.parse(pattern)))
                .build());
        coverage.declare("refund", "rules.yaml:8:5", "", List.of(pattern));

        assertThat(ask("status").text()).contains("rules  2 of rules.yaml, 1 method; 'refund' matched nothing\n");
        assertThat(ask("status", "--json").text()).containsPattern("\"unmatched\": \\[\\s*\"refund\"\\s*]");
        assertThat(ask("rules").text())
                .containsPattern("\nrefund +exclusive +0 ")
                .endsWith("\nrule 'refund': " + pattern + " matched nothing: no such class was loaded\n");
    }

    @Test
    @FailsWithout("`Gates#awaitLoaded` counts the calls that wait until their store is connected")
    void callsThatWaitUntilTheirStoreIsConnectedAreTold() {
        CompletableFuture<Void> loading = new CompletableFuture<>();
        woven.backend.loading = loading;
        int site = site(rule(), "pay");
        assertThat(ask("status").text()).contains("store  memory:test not asked yet\n");

        parked.waits("first", site, "41");
        parked.waits("second", site, "42");

        assertThat(ask("status").text()).contains("store  memory:test being connected; 2 calls wait for that\n");
        assertThat(ask("status", "--json").text()).contains("\"connecting\": 2");
        loading.complete(null);
        await().until(() -> parked.inside() == 2);
        assertThat(ask("status").text()).contains("store  memory:test up\n");
    }

    @Test
    void aLostLockIsToldWithItsKey() throws Throwable {
        int site = site(rule(), "pay");
        woven.call(
                site,
                null,
                () -> {
                    woven.store.lose("shop:PAY:42", "it was deleted");
                    await().until(() -> ask("status").text().contains(" 1 lost (last "));
                    await().until(() -> ask("status").text().contains("1 runs on without its lock"));
                    assertThat(ask("status").text()).contains("now    0 held, 0 waiting, 1 runs on without its lock\n");
                    String self = Pattern.quote(Thread.currentThread().getName());
                    assertThat(ask("locks").text())
                            .containsPattern(
                                    "\nshop:PAY:42 +here, " + self + " #\\d+, RepliesTest\\$Shop\\.pay +\\d.*s +"
                                            + "lost \\d+ m?s ago: runs on without it +0 +- +pay-order\n");
                    assertThat(ask("locks", "--key", "shop:PAY:42").text())
                            .containsPattern(" +lost \\d+ m?s ago: runs on without it +pay-order +exclusive\n");
                    assertThat(ask("locks", "--threads").text())
                            .containsPattern("\n" + self + " #\\d+ +runs without +shop:PAY:42 ");
                    assertThat(ask("ps").text()).isEqualTo("0\t0\t1 WITHOUT LOCK\n");
                    assertThat(ask("top").text()).contains("busy 0/s  1 WITHOUT LOCK");
                    assertThat(ask("locks", "--json").text())
                            .contains("\"unlocked\": 1", "\"kind\": \"unlocked\"", "\"unlockedMillis\": ");
                    return null;
                },
                "42");

        assertThat(ask("locks").text()).isEqualTo("No call of this JVM holds a lock or waits for one.\n");
        assertThat(ask("status").text()).contains("now    0 held, 0 waiting\n");
        assertThat(ask("events").text())
                .contains("lost the lock on shop:PAY:42", "it was deleted")
                .contains(" ran under it; another call may have run at the same time: look at what both have done.\n");
    }

    @Test
    @FailsWithout("`RuleHappenings#lastsLong` keeps that a hold lasts long")
    @FailsWithout("`RuleHappenings#exceeded` keeps that a hold lasts longer than it may")
    void aHoldThatLastsIsAmongTheEvents() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, Duration.ofMillis(50), OnExceeded.WARN, Until.WORK), "pay");
        Object token = woven.engine.enter(site, null, new Object[] {"42"});

        String held = "rule 'pay-order': .*Shop\\.pay\\(java\\.lang\\.String\\) has held shop:PAY:42 for \\d+ m?s";
        await().untilAsserted(() -> assertThat(ask("events").text())
                .containsPattern("long hold +" + held + "\\.\n")
                .containsPattern("exceeded +" + held + ", longer than its hold\\.atMost\\.\n"));
        Woven.exit(token, null);
    }

    @Test
    @FailsWithout("`RuleHappenings#lostIdle` keeps that a lease was lost that no call had")
    void aLossThatIsNoCallsIsAmongTheEvents() throws Throwable {
        woven.call(site(rule().linger(Duration.ofMinutes(5)), "pay"), null, () -> null, "42");

        woven.store.lose("shop:PAY:42", "it was deleted");

        await().untilAsserted(() -> assertThat(ask("events").text())
                .contains("rule 'pay-order': lost the lock on shop:PAY:42 while no call had it, or at the end of the"
                        + " last call that did: it was deleted; another call may have run at the same time: look at"
                        + " what both have done.\n"));
    }

    @Test
    @FailsWithout("`RuleHappenings#refused` keeps once that a rule cannot be applied to a method")
    void aMethodThatARuleCannotBeAppliedToIsAmongTheEventsOnce() throws Throwable {
        Rule rule = rule().failOpen(true).build();
        rules.add(rule);
        int site = Woven.add(
                sites, rule, Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), "String has no number");
        woven.call(site, null, () -> null, "42");
        woven.call(site, null, () -> null, "43");

        assertThat(ask("events").text().lines())
                .filteredOn(line -> line.contains("rule 'pay-order'"))
                .singleElement()
                .asString()
                .endsWith("Shop.pay(java.lang.String): String has no number; it runs without the lock.");
        ranWithoutTheLock(2, "failOpen");
    }

    @Test
    @FailsWithout("`Forms#plain` masks secrets in keys, and escapes what would move the cursor of a terminal")
    void noAnswerHasASecretOrALineEndOfAKeyInIt() throws Throwable {
        Secrets.add("answers-test-secret");
        int site = site(rule(), "pay");
        String key = "answers-test-secret\nshop:PAY:forged";
        woven.call(
                site,
                null,
                () -> {
                    for (String question : List.of("status", "locks", "events", "top")) {
                        assertThat(ask(question).text()).doesNotContain("answers-test-secret", "\nshop:PAY:forged");
                        assertThat(ask(question, "--json").text()).doesNotContain("answers-test-secret");
                    }
                    assertThat(ask("locks").text()).contains("\nshop:PAY:***\\nshop:PAY:forged ");
                    woven.store.lose("shop:PAY:" + key, "it was deleted");
                    await().until(() -> ask("status").text().contains(" 1 lost (last "));
                    assertThat(ask("events").text()).contains("shop:PAY:***").doesNotContain("answers-test-secret");
                    return null;
                },
                key);
    }

    @Test
    void topTellsTheRatesSinceTheAskersLastQuestion() throws Throwable {
        int site = site(rule(), "pay");
        Replies replies = replies();
        replies.apply(List.of("top", "--asker", "a"));
        for (int i = 0; i < 50; i++) {
            woven.call(site, null, () -> null, "42");
        }

        Printout again = replies.apply(List.of("top", "--asker", "a", "--json"));

        assertThat(again.text()).contains("\"rule\": \"pay-order\"").doesNotContain("\"callsPerSecond\": 0.0");
        assertThat(replies.apply(List.of("top", "--asker", "b")).text())
                .containsPattern("RULE +CALLS/S +WAIT p50 +p99 +HELD p50 +p99 +BUSY/S +WAITING +OLDEST +KEY\n"
                        + "pay-order +0 +- +- +- +- +0 +0 +- +-\n");
    }

    /** It is drawn line over line: what is longer than the terminal would push the busiest out of it. */
    @Test
    @FailsWithout("`TopReply#asText` shows no more rules than a terminal has lines")
    void topShowsTheBusiestRulesAloneAsTextAndAllAsJson() throws Exception {
        for (int i = 0; i < 25; i++) {
            site(RuleBuilder.named("idle-" + i).keys(List.of(Template.parse("IDLE"))), "quick");
        }
        int site = site(rule(), "pay");
        parked.enters("holder", site, "42");
        parked.waits("second", site, "42");

        String[] lines = ask("top").text().split("\n");

        assertThat(lines).hasSize(23);
        assertThat(lines[2]).matches("pay-order .* 1 +\\S.* shop:PAY:42");
        assertThat(lines[22]).isEqualTo("and 6 rules that are less busy");
        assertThat(ask("top", "--json").text()).contains("idle-0", "idle-24", "pay-order");
    }

    @Test
    void rulesAndReportTellWhereTheyWentIn() throws Exception {
        site(rule(), "pay");

        assertThat(ask("rules").text())
                .containsPattern("RULE +LOCK +METHODS +CALLS .*\npay-order +exclusive +1 +0 .*shop:PAY:\\{p0\\}");
        assertThat(ask("rules", "--json").text()).contains("\"rule\": \"pay-order\"", "\"methods\": 1");
        assertThat(ask("report").text()).contains("\"class\": \"Shop\"", "\"calls\": {");
    }

    @Test
    void thePageForOperatorsShowsTheColumnsThatThereAre() throws Exception {
        int site = site(rule(), "pay");
        parked.enters("holder", site, "42");
        parked.waits("second", site, "42");
        happenings.rulesInForce("rules.yaml", 1);
        List<String> page = headings(Files.readString(Path.of("../docs/OPERATIONS.md")));

        for (String question :
                List.of("locks", "locks --key shop:PAY:42", "locks --threads", "top", "events", "rules")) {
            List<String> headings = headings(ask(question.split(" ")).text());
            assertThat(headings).as(question).isNotEmpty();
            assertThat(page).as(question).containsAll(headings);
        }
    }

    @Test
    void thePageOfJsonNamesEachMember() throws Exception {
        int site = site(rule(), "pay");
        parked.enters("holder", site, "42");
        parked.waits("second", site, "42");
        happenings.rulesInForce("rules.yaml", 1);
        String page = Files.readString(Path.of("../docs/operations/json.md"));
        Pattern member = Pattern.compile("\"(\\w+)\": ");

        for (String question : List.of("ps", "status", "locks", "locks --threads", "top", "events")) {
            Matcher found =
                    member.matcher(ask((question + " --json").split(" ")).text());
            assertThat(found.results().map(each -> "`" + each.group(1) + "`"))
                    .as(question)
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(page).contains(each));
        }
    }

    /** The lines that name columns, without their padding. */
    private static List<String> headings(String text) {
        return text.lines()
                .filter(line -> line.matches("[A-Z][A-Z/ ]* {2}[A-Zp059/ ]+"))
                .map(line -> line.replaceAll(" +", " "))
                .collect(Collectors.toList());
    }

    @Test
    void wordsThatAreNoQuestionGetTheNearestOne() throws Exception {
        Printout lock = ask("lock");

        assertThat(lock.code()).isEqualTo(Printout.NOT_ANSWERED);
        assertThat(lock.text())
                .isEqualTo("'lock' is no question; did you mean 'locks'? The questions are ps, status, rules, locks,"
                        + " top, events and report\n");
        assertThat(ask("locks", "--kay", "x").text())
                .isEqualTo("'--kay' is no option of locks; did you mean '--key'?\n");
        assertThat(ask("locks", "--key").text()).isEqualTo("--key needs a value behind it\n");
        assertThat(ask("status", "--threads").code()).isEqualTo(Printout.NOT_ANSWERED);
        assertThat(ask().text()).startsWith("Nothing is asked. The questions are ps,");
        assertThat(ask("lock", "--json").text()).startsWith("{\n  \"error\": \"'lock' is no question");
    }

    @Test
    void whoAsksWhileCallsRunStopsNone() throws Exception {
        int site = site(rule(), "pay");
        AtomicBoolean over = new AtomicBoolean();
        Thread asker = new Thread(() -> {
            while (!over.get()) {
                ask("locks");
                ask("status", "--json");
            }
        });
        asker.start();
        Crowd crowd = new Crowd(() -> "");
        crowd.run(8, 2_000, false, thread -> woven.call(site, null, () -> null, "K" + thread % 2));
        over.set(true);
        asker.join();

        assertThat(crowd.surprises).isEmpty();
        assertThat(ask("status").text()).contains("now    0 held, 0 waiting\n", "total  16,000 calls, 0 busy");
    }
}

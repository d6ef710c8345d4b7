package io.lockgraft.engine.call;

import static io.lockgraft.engine.Woven.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Until;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls whose transaction cannot be followed. */
@Shows("a transaction refuses to tell of its end, or a result does")
class NotFollowedTest {
    static final class Shop {
        static String pay(String order) {
            return "paid";
        }
    }

    @RegisterExtension
    final WrittenLog log = new WrittenLog();

    private final Woven woven = new Woven();

    private int site(Until until) {
        return woven.site(
                rule("PAY:{p0}")
                        .hold(Duration.ZERO, null, OnExceeded.WARN, until)
                        .build(),
                Shop.class,
                "pay");
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    @Test
    @FailsWithout("`CallExit#keeps` tells what cannot be followed as an error")
    @FailsWithout("`RuleEvents#notFollowed` tells the listeners")
    void itIsAnErrorOnTheLogAndCountedAndTheResultIsTheBodys() throws Throwable {
        int site = site(Until.WORK);
        woven.unfollowed = new NotFollowedException("the transaction of JTA", new IllegalStateException("no more"));

        assertThat(woven.call(site, null, () -> Shop.pay("42"), "42")).isEqualTo("paid");

        assertThat(count(Event.NOT_FOLLOWED)).isOne();
        assertThat(log.toString())
                .contains("ERROR", "rule 'pay-order': the end of what ", "Shop.pay")
                .contains("cannot be seen: the transaction of JTA: java.lang.IllegalStateException: no more. It may go"
                        + " on after its lock has ended, or be committed although the lock was lost");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`CallExit#goesOn` tells what cannot be followed as an error")
    void aResultThatDoesNotTellItsEndIsAnErrorOnTheLogAndReachesTheCaller() throws Throwable {
        CompletableFuture<String> result = new CompletableFuture<>() {
            @Override
            public CompletableFuture<String> whenComplete(BiConsumer<? super String, ? super Throwable> end) {
                throw new IllegalStateException("no more");
            }
        };
        try (Woven other = new Woven(new LaterResults())) {
            int site = other.site(rule("PAY:{p0}").build(), Shop.class, "pay");
            Object token = other.engine.enter(site, null, new Object[] {"42"});

            assertThat(Woven.exit(token, result, null)).isSameAs(result);

            assertThat(other.sites.counters().get("pay-order").of(Event.NOT_FOLLOWED))
                    .isOne();
            assertThat(log.toString())
                    .contains("ERROR", "does not tell when it is completed: java.lang.IllegalStateException: no more");
            assertThat(other.store.held()).isEmpty();
        }
    }

    @Test
    @FailsWithout("`CallEntry#requireFollowed` lets no body begin whose transaction cannot be followed")
    @FailsWithout("`CallEntry#requireFollowed` tells of the call that it refuses")
    void aStrictRuleRunsNoBodyThen() {
        int site = site(Until.STRICT);
        woven.unfollowed = new NotFollowedException("the transaction of JTA", new IllegalStateException("no more"));

        assertThatThrownBy(() -> woven.call(
                        site,
                        null,
                        () -> {
                            throw new AssertionError("the body runs");
                        },
                        "42"))
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("did not run: the transaction of JTA: java.lang.IllegalStateException: no more,"
                        + " so its lock would end before its work (until: {work: strict})");
        assertThat(woven.store.held()).isEmpty();
        assertThat(count(Event.NOT_FOLLOWED)).isOne();
    }

    @Test
    @FailsWithout("`CallEntry#requireFollowed` lets no body begin whose transaction cannot be followed")
    void aStrictRuleRunsNoBodyWhoseTransactionHasBegunBehindItsLock() throws Throwable {
        int site = site(Until.STRICT);
        Object[] order = {"42"};
        Object ahead = woven.engine.enterAhead(
                Shop.class, Shop.class.getDeclaredMethod("pay", String.class), Shop.class, order);
        woven.unfollowed = new NotFollowedException("the transaction of JTA", new IllegalStateException("no more"));

        Throwable refused = catchThrowable(() -> woven.engine.enter(site, Shop.class, order));
        Woven.exit(ahead, refused);

        assertThat(refused).isInstanceOf(LockRuleException.class).hasMessageContaining("did not run");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void theOthersThatTheThreadIsInKeepTheLock() throws Throwable {
        int site = site(Until.WORK);
        Work transaction = new Work() {
            @Override
            protected String told() {
                return "a transaction";
            }
        };
        woven.unfollowed = new NotFollowedException("the transaction of JTA", new IllegalStateException("no more"));
        woven.active = transaction;

        woven.call(site, null, () -> Shop.pay("42"), "42");

        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        transaction.over();
        assertThat(woven.store.held()).isEmpty();
        assertThat(count(Event.NOT_FOLLOWED)).isOne();
    }

    @Test
    @FailsWithout(
            "`LockEngine#endsTransaction` tells what cannot be asked before a commit, and does not fail the commit")
    @FailsWithout("`CallExit#tellNotAsked` tells of each hold around the commit")
    void aTransactionThatCannotBeFollowedIsCommittedInsideOfALockedMethod() throws Throwable {
        int site = woven.site(rule("PAY:{p0}").onLost(OnLost.THROW).build(), Shop.class, "pay");

        woven.call(
                site,
                null,
                () -> {
                    woven.unfollowed = new NotFollowedException("the transaction of JTA", new Exception("no more"));
                    woven.engine.endsTransaction();
                    woven.unfollowed = null;
                    return Shop.pay("42");
                },
                "42");

        assertThat(count(Event.NOT_FOLLOWED)).isOne();
        assertThat(log.toString()).contains("or be committed although the lock was lost");
    }
}

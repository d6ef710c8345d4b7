package io.lockgraft.engine.call;

import static io.lockgraft.engine.Woven.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.Until;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls whose transaction cannot be followed. */
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
    @FailsWithout("`BodyEnd#goesOn` tells what cannot be followed as an error")
    void itIsAnErrorOnTheLogAndCountedAndTheResultIsTheBodys() throws Throwable {
        int site = site(Until.WORK);
        woven.unfollowed = new NotFollowedException("the transaction of JTA", new IllegalStateException("no more"));

        assertThat(woven.call(site, null, () -> Shop.pay("42"), "42")).isEqualTo("paid");

        assertThat(count(Event.NOT_FOLLOWED)).isOne();
        assertThat(log.toString())
                .contains("ERROR", "rule 'pay-order': what follows ", "Shop.pay")
                .contains("cannot be followed: the transaction of JTA: java.lang.IllegalStateException: no more."
                        + " Its lock ends with the method, and the work may go on without it");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`CallEntry#requireFollowed` lets no body begin whose transaction cannot be followed")
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
}

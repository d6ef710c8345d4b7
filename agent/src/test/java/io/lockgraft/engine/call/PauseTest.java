package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.PausingBackend;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a call makes of it that its JVM stands still for a lease: stopped, collecting garbage, moved to another machine.
 */
@Timeout(60)
final class PauseTest {
    private static final Duration LEASE = Duration.ofMillis(1000);

    private final Sites sites = new Sites();
    private final PausingBackend store = new PausingBackend();
    private final LockEngine engine = Engines.of(sites, () -> store, Access.NONE);

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private int site(RuleBuilder rule) {
        return Woven.add(
                sites,
                rule.lease(LEASE).waiting(Duration.ofSeconds(30)).build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);
    }

    private EnteredCall enter(int site) throws Throwable {
        Object token = engine.enter(site, null, new Object[] {"42"});
        return (EnteredCall) token;
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_THE_ANSWER", "BEFORE_THE_BODY"})
    void aPauseBetweenTheGrantAndTheBodyThatOutlastsTheLeaseLetsNoBodyBegin(PausingBackend.Place place)
            throws Throwable {
        int site = site(Woven.rule("PAY:{p0}"));
        store.place = place;

        EnteredCall call = enter(site);

        assertThat(store.requests).as("asked anew").hasSize(2);
        assertThat(call.hold().part().request()).isSameAs(store.requests.get(1));
        Woven.exit(call, null);
    }

    @Test
    @FailsWithout("`Waiting#run` looks at the clock behind each grant, whatever the store says of when it was asked")
    void aStoreThatBlocksAndSaysThatItWasAskedAtOnceLetsNoBodyBeginOnADeadLease() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}"));
        store.atOnce = true;
        store.place = PausingBackend.Place.BEFORE_THE_ANSWER;

        EnteredCall call = enter(site);

        assertThat(store.requests).as("asked anew").hasSize(2);
        Woven.exit(call, null);
    }

    @Test
    void whoAsksAnewAfterAPauseLooksAtTheTimeAnew() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}"));
        store.place = PausingBackend.Place.BEFORE_THE_BODY;

        long begun = System.nanoTime();
        EnteredCall call = enter(site);

        assertThat(store.requests).hasSize(2);
        assertThat(store.requests.get(1).madeAt() - begun)
                .as("when it was made, not before the pause")
                .isGreaterThanOrEqualTo(LEASE.toNanos());
        Woven.exit(call, null);
    }

    @Test
    void aPauseBehindTheReleaseIsNoLoss() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").onLost(OnLost.THROW));
        EnteredCall call = enter(site);
        store.place = PausingBackend.Place.BEHIND_THE_RELEASE;

        Woven.exit(call, null);

        assertThat(sites.counters().get("pay-order").of(Event.LOST)).isZero();
    }
}

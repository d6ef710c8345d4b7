package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a lease is renewed, by the clock of a test: whoever takes the lock away is noticed then, and no earlier. */
final class LeaseTest {
    private static final long SENT_AT = TimeUnit.SECONDS.toNanos(-7);

    private final Sites sites = new Sites();

    static final class Shop {
        static void pay(String order) {}
    }

    private Lease lease(RuleBuilder rule, long millis) {
        Site site = sites.get(Woven.add(
                sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null))[0];
        Hold hold = new Hold(site, Thread.currentThread(), null, 0, SENT_AT, 0, List.of("shop:PAY:42"), null);
        Lease lease =
                new Lease(new GrantDouble(Requests.exclusive("shop:PAY:42", 7, millis, 0), SENT_AT, 0), hold, false);
        lease.begin(hold);
        return lease;
    }

    private Lease lease(long millis) {
        return lease(Woven.rule("PAY:{p0}"), millis);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @ParameterizedTest
    @ValueSource(longs = {300, 6_000, 30_000, 86_400_000})
    void itIsRenewedAThirdOfItsLengthAfterItWasAskedFor(long length) {
        Lease lease = lease(length);

        assertThat(lease.dueAt() - SENT_AT).isEqualTo(millis(length / 3));
        assertThat(lease.clock().isDue(lease.dueAt())).isTrue();
        assertThat(lease.clock().isDue(lease.dueAt() - 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {300, 6_000, 30_000, 86_400_000})
    @FailsWithout("`LeaseClock#renewAt` plans a renewal after each third of the lease, counted from when the "
            + "last one was sent")
    void eachRenewalIsDueAThirdOfItsLengthAfterTheLastOneWasSentHoweverLongItsAnswerTook(long length) {
        Lease lease = lease(length);

        for (int i = 0; i < 5; i++) {
            long sentAt = lease.dueAt() + i * millis(length / 60);
            lease.clock().startRenewal(sentAt);
            lease.clock().confirm(sentAt);

            assertThat(lease.dueAt() - sentAt).as("renewal %d", i).isEqualTo(millis(length / 3));
            assertThat(lease.clock().endsAt() - sentAt).as("its end").isEqualTo(millis(length));
        }
    }

    @Test
    @FailsWithout(
            "`Lease` looks at the clock where `atMost` counts from the grant: its call has looked before it asked")
    void whatAHoldMayLastAtMostIsCountedFromTheGrant() {
        Duration atMost = Duration.ofSeconds(1);
        long before = System.nanoTime();

        Lease lease = lease(Woven.rule("PAY:{p0}").hold(null, atMost, OnExceeded.WARN, null), 30_000);

        Limit limit = lease.reportingHold().part().limit();
        assertThat(limit.dueAt() - before).as("half of it").isGreaterThanOrEqualTo(atMost.toNanos() / 2);
    }

    @Test
    void aRenewalThatGoesEarlyWithTheBatchOfAnotherBringsTheNextOneForward() {
        Lease lease = lease(6_000);
        long early = SENT_AT + millis(1_500);

        assertThat(lease.clock().isNearlyDue(early)).isTrue();
        assertThat(lease.clock().isNearlyDue(early - 1)).isFalse();
        lease.clock().startRenewal(early);
        lease.clock().confirm(early);

        assertThat(lease.dueAt() - early).isEqualTo(millis(2_000));
    }

    @Test
    void whatIsNotAnsweredIsAskedAgainAfterASixthOfItsLength() {
        Lease lease = lease(6_000);
        long sentAt = lease.dueAt();

        assertThat(lease.clock().startRenewal(sentAt)).as("in doubt").isFalse();
        assertThat(lease.dueAt() - sentAt).isEqualTo(millis(1_000));

        assertThat(lease.clock().startRenewal(lease.dueAt())).as("in doubt").isTrue();
        assertThat(lease.clock().endsAt() - SENT_AT).as("its end").isEqualTo(millis(6_000));
    }

    @Test
    void theAnswerToAnOlderRenewalPutsNothingOff() {
        Lease lease = lease(6_000);
        long first = lease.dueAt();
        lease.clock().startRenewal(first);
        long second = lease.dueAt();
        lease.clock().startRenewal(second);
        lease.clock().confirm(second);

        lease.clock().confirm(first);

        assertThat(lease.dueAt() - second).isEqualTo(millis(2_000));
    }

    @Test
    void whatFailedIsAskedAgainSoonerThanAThirdLater() {
        Lease lease = lease(6_000);
        long now = lease.dueAt();
        lease.clock().startRenewal(now);

        lease.clock().doubt(now);

        assertThat(lease.dueAt() - now).isEqualTo(millis(500));
    }

    @Test
    void withoutRenewalItIsDueAtItsEnd() {
        Lease lease = lease(Woven.rule("PAY:{p0}").renew(false), 6_000);

        assertThat(lease.dueAt() - SENT_AT).isEqualTo(millis(6_000));
        assertThat(lease.clock().isDue(lease.dueAt())).isFalse();
    }
}

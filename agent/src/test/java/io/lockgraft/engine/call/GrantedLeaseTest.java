package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.GrantDouble;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How long a lease lasts is the store's word: its length, and the proof from which it runs. */
@Timeout(60)
final class GrantedLeaseTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final Sites sites = new Sites();
    private final Granting store = new Granting();
    private final LockEngine engine = Engines.of(sites, () -> store, Access.NONE);

    static final class Shop {
        static void pay(String order) {}
    }

    /** Grants everything for this lease. Proves it by the question that got the grant, or says nothing. */
    private static final class Granting implements LockStore {
        volatile long leaseMillis;
        volatile boolean answers;
        volatile long askedBefore;
        volatile CompletableFuture<Renewal> release =
                CompletableFuture.completedFuture(Renewal.held(System.nanoTime()));
        volatile long asked;

        @Override
        public Attempt acquire(Request request) {
            asked = request.leaseMillis();
            Grant grant = new GrantDouble(request, System.nanoTime() - askedBefore, 0) {
                @Override
                public long leaseMillis() {
                    return leaseMillis;
                }

                @Override
                public CompletableFuture<Renewal> release() {
                    return release;
                }
            };
            return AttemptDouble.granted(grant, false);
        }

        @Override
        public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
            return grants.stream()
                    .map(each -> answers
                            ? CompletableFuture.completedFuture(Renewal.held(each.sentAt()))
                            : new CompletableFuture<Renewal>())
                    .collect(Collectors.toList());
        }

        @Override
        public long questionNanos() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Object enter(RuleBuilder rule) throws Throwable {
        int site = Woven.add(sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null);
        return engine.enter(site, null, new Object[] {"42"});
    }

    private void isLost(RuleBuilder rule) throws Throwable {
        Object token = enter(rule);

        await().atMost(Duration.ofSeconds(20))
                .until(() -> sites.counters().get("pay-order").of(Event.LOST) == 1);
        Woven.exit(token, null);
        assertThat(engine.gatesInUse()).isZero();
    }

    @Test
    @FailsWithout("`KeeperRound#answered` confirms a lease since the proof was sent")
    void aRenewalThatIsAnsweredFromAnOlderProofDoesNotStretchTheLease() throws Throwable {
        store.leaseMillis = 600;
        store.answers = true;

        isLost(rule().lease(Duration.ofMillis(600)));
    }

    @Test
    @FailsWithout("`LeaseClock` lasts as long as the lease that was granted")
    void aLeaseThatIsShorterThanWishedEndsWhenItWasGrantedTo() throws Throwable {
        store.leaseMillis = 600;

        isLost(rule().lease(Duration.ofMinutes(10)));

        await().untilAsserted(() -> assertThat(log.toString()).contains("(lease 600 ms): "));
    }

    @Test
    void aReleaseThatIsNotConfirmedIsToldWithTheLeaseThatWasGranted() throws Throwable {
        store.leaseMillis = 30_000;
        store.release = new CompletableFuture<>();
        store.release.completeExceptionally(new IllegalStateException("no answer"));

        Woven.exit(enter(rule().lease(Duration.ofMinutes(10))), null);

        await().untilAsserted(() -> assertThat(log.toString()).contains("the lock ends after at most 30000 ms"));
    }

    @Test
    void aLeaseThatIsOverAsItComesIsToldAsItWasGranted() {
        store.leaseMillis = 600;
        store.askedBefore = TimeUnit.SECONDS.toNanos(1);

        assertThatThrownBy(() -> enter(rule().waiting(Duration.ZERO).lease(Duration.ofMinutes(10))))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("the lease of 600 ms was over before the call could begin");
    }

    @Test
    @FailsWithout("`LeaseClock` ends what is not renewed when it is wished to end")
    void aLeaseThatIsLongerThanWishedEndsAtTheWishWhereNothingRenewsIt() throws Throwable {
        store.leaseMillis = 600_000;

        isLost(rule().lease(Duration.ofMillis(600)).renew(false));
    }

    @Test
    @FailsWithout("`Site#request` asks for the lease that the store grants")
    void theStoreIsAskedForTheLeaseThatItGrantsInPlaceOfTheWish() throws Throwable {
        store.leaseMillis = 15_000;

        Woven.exit(enter(rule().lease(Duration.ofMinutes(10)).granted(Duration.ofSeconds(15))), null);

        assertThat(store.asked).isEqualTo(15_000);
    }
}

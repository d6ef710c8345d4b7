package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnLost;
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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A store that tells of a loss by itself: the call learns of it long before the next renewal. */
@Timeout(60)
final class StoreToldLossTest {
    private static final String WHY = "its session has ended";

    private final Sites sites = new Sites();
    private final Telling store = new Telling();
    private final LockEngine engine = Engines.of(sites, () -> store, Access.NONE);

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        static void pay(String order) {}
    }

    /**
     * Grants everything, confirms every renewal and release unless the test answers them, and tells of a loss when the
     * test says so.
     */
    private static final class Telling implements LockStore {
        final List<CompletableFuture<String>> losses = new CopyOnWriteArrayList<>();
        final AtomicInteger renewals = new AtomicInteger();
        volatile CompletableFuture<Renewal> renewal;
        volatile CompletableFuture<Renewal> release;

        @Override
        public Attempt acquire(Request request) {
            CompletableFuture<String> lost = new CompletableFuture<>();
            losses.add(lost);
            Grant grant = new GrantDouble(request, System.nanoTime(), 0) {
                @Override
                public CompletableFuture<String> lost() {
                    return lost;
                }

                @Override
                public CompletableFuture<Renewal> release() {
                    return release == null ? super.release() : release;
                }
            };
            return AttemptDouble.granted(grant, false);
        }

        @Override
        public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
            List<CompletableFuture<Renewal>> answers = new ArrayList<>();
            long now = System.nanoTime();
            CompletableFuture<Renewal> its = renewal;
            grants.forEach(
                    each -> answers.add(its == null ? CompletableFuture.completedFuture(Renewal.held(now)) : its));
            renewals.incrementAndGet();
            return answers;
        }

        @Override
        public long questionNanos() {
            return 0;
        }

        @Override
        public void close() {}
    }

    @AfterEach
    void close() {
        engine.close();
        Thread.interrupted();
    }

    private int site(RuleBuilder rule) {
        return site(rule, Duration.ofMinutes(10));
    }

    private int site(RuleBuilder rule, Duration lease) {
        return Woven.add(
                sites, rule.lease(lease).build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null);
    }

    private Object enter(int site) throws Throwable {
        return engine.enter(site, null, new Object[] {"42"});
    }

    private long lost() {
        return sites.counters().get("pay-order").of(Event.LOST);
    }

    @Test
    void aBodyIsInterruptedAtOnceAndTheLogHasTheStoresReason() throws Throwable {
        Object token = enter(site(Woven.rule("PAY:{p0}").onLost(OnLost.INTERRUPT)));

        store.losses.get(0).complete(WHY);

        assertThatThrownBy(() -> Thread.sleep(20_000)).isInstanceOf(InterruptedException.class);
        Woven.exit(token, null);
        assertThat(lost()).isEqualTo(1);
        assertThat(log.toString())
                .containsOnlyOnce("rule 'pay-order': lost the lock on shop:PAY:42")
                .contains("(lease 600000 ms): " + WHY + ".");
    }

    @Test
    void theNextCallOfThisJvmAsksTheStoreThoughTheFirstStillRuns() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}"));
        Object first = enter(site);

        store.losses.get(0).complete(WHY);
        CompletableFuture<Object> second = CompletableFuture.supplyAsync(() -> {
            try {
                return enter(site);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });

        Woven.exit(second.get(), null);
        Woven.exit(first, null);
        assertThat(store.losses).hasSize(2);
        assertThat(engine.gatesInUse()).isZero();
    }

    @Test
    void aLossThatIsToldAfterTheReleaseConcernsNoCall() throws Throwable {
        Woven.exit(enter(site(Woven.rule("PAY:{p0}").onLost(OnLost.INTERRUPT))), null);

        store.losses.get(0).complete(WHY);

        assertThat(lost()).isZero();
        assertThat(log.toString()).isEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @FailsWithout("`KeeperRound#answered` takes what comes behind the release for no loss")
    void aRenewalThatTheReleaseOvertakesIsNoLoss() throws Throwable {
        store.renewal = new CompletableFuture<>();
        store.release = new CompletableFuture<>();
        Object token = enter(site(Woven.rule("PAY:{p0}"), Duration.ofSeconds(6)));
        await().until(() -> store.renewals.get() > 0);

        Woven.exit(token, null);
        store.renewal.complete(Renewal.lost());
        store.release.complete(Renewal.unknown(new IOException("the connection was lost")));

        assertThat(sites.counters().get("pay-order").of(Event.RELEASED_LATE)).isEqualTo(1);
        assertThat(lost()).isZero();
    }

    @Test
    void aLeaseThatLingersGoesBackAndTheLossIsToldOfNoCall() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").linger(Duration.ofMinutes(1)));
        Woven.exit(enter(site), null);

        store.losses.get(0).complete(WHY);

        assertThat(log.toString())
                .contains("rule 'pay-order': lost the lock on shop:PAY:42 while no call had it")
                .contains(WHY);
        Woven.exit(enter(site), null);
        assertThat(store.losses).hasSize(2);
    }
}

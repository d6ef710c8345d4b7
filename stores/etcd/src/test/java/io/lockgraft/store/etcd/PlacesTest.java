package io.lockgraft.store.etcd;

import static io.lockgraft.store.etcd.EtcdStoreTest.request;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the calls of an outage leave in this JVM's memory. No test here renews a lock, or needs an etcd. */
@Timeout(60)
final class PlacesTest {
    private static final int CALLS = 20;
    private static final long LEASE = 300;
    private static final Names NAMES = new Names(EtcdSettings.PREFIX);

    /** Grants leases, and answers no transaction: a write may be on its way. */
    private static BetweenServer unanswered() throws Exception {
        AtomicInteger leases = new AtomicInteger();
        return new BetweenServer(
                null,
                (path, body) -> path.equals("/v3/lease/grant")
                        ? BetweenServer.Said.json(
                                200,
                                "{\"header\":{\"raft_term\":\"2\"},\"ID\":\"" + leases.incrementAndGet()
                                        + "\",\"TTL\":\"2\"}")
                        : BetweenServer.silent());
    }

    private static LockStore open(String address, Places places) {
        TestContext context = new TestContext();
        return new TableStore(context, "etcd", new EtcdTable(context, EtcdServer.settings(address), places));
    }

    /** Calls that wait for a short time, and fail. */
    private static void fail(LockStore store, int calls) throws Exception {
        List<Attempt> all = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            all.add(store.acquire(request(LockKind.EXCLUSIVE, "outage:" + UUID.randomUUID(), LEASE, 1_500)));
        }
        for (Attempt each : all) {
            Answer answer = each.answer().get(30, SECONDS);
            assertThat(answer.cause()).isNotNull();
        }
    }

    @Test
    @FailsWithout("`GiveBacks#written` lets a place go by itself of which etcd has never heard")
    void aCallThatFailsWhileEtcdIsDownLeavesNoPlace() throws Exception {
        TcpProxy gone = new TcpProxy(1);
        gone.close();
        Places places = new Places(NAMES);
        try (LockStore store = open(EtcdServer.through(gone), places)) {
            fail(store, CALLS);

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(places.size()).isZero());
        }
    }

    @Test
    @FailsWithout("`Places#of` sweeps: a JVM without a long call renews nothing")
    @FailsWithout("`Place#isForgotten` looks at the claim, for the give-back may never be answered")
    void aPlaceWhoseGiveBackIsNotAnsweredGoesBehindItsLeaseWithTheTakesOfOthers() throws Exception {
        Places places = new Places(NAMES, 0, 0);
        try (BetweenServer between = unanswered();
                LockStore store = open(between.address(), places)) {
            fail(store, CALLS);

            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                store.acquire(request(LockKind.EXCLUSIVE, "other", LEASE, 0))
                        .answer()
                        .get(20, SECONDS);
                assertThat(places.size()).isLessThan(CALLS / 2);
            });
        }
    }

    @Test
    @FailsWithout("`Places#sweep` leaves a place behind its lease: a write of it may arrive late")
    void aPlaceWhoseWriteMayStillArriveStaysThoughItsLeaseIsOver() throws Exception {
        Places places = new Places(NAMES, MINUTES.toNanos(10), 0);
        try (BetweenServer between = unanswered();
                LockStore store = open(between.address(), places)) {
            fail(store, 1);
            awaitEndOfLease();
            fail(store, 1); // sees that the first is over
            awaitEndOfLease();
            fail(store, 1); // would forget it

            assertThat(places.size()).isEqualTo(3);
        }
    }

    private static void awaitEndOfLease() {
        long begun = System.nanoTime();
        await().until(() -> System.nanoTime() - begun > MILLISECONDS.toNanos(LEASE));
    }
}

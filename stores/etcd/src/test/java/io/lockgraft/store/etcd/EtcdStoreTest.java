package io.lockgraft.store.etcd;

import static io.lockgraft.store.etcd.EtcdServer.map;
import static io.lockgraft.store.etcd.EtcdServer.patience;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is etcd's own: leases, counters, and the watch. */
@Timeout(150)
final class EtcdStoreTest {
    private static final long LEASE = 20_000;
    private static final AtomicLong OWNERS = new AtomicLong();
    private static EtcdServer server;

    private final String key = "store:" + UUID.randomUUID();
    private final Names names = new Names(EtcdSettings.PREFIX);
    private final TcpProxy network = new TcpProxy(server.port());
    private final List<LockStore> opened = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        server = new EtcdServer();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void close() {
        network.deliver();
        opened.forEach(LockStore::close);
        network.close();
    }

    private LockStore open(EtcdSettings settings) {
        LockStore store = new EtcdStore(new TestContext(), settings);
        opened.add(store);
        return store;
    }

    private LockStore open() {
        return open(EtcdServer.settings(EtcdServer.through(network)));
    }

    static Request request(LockKind kind, String key, long waitMillis) {
        return request(kind, key, LEASE, waitMillis);
    }

    static Request request(LockKind kind, String key, long leaseMillis, long waitMillis) {
        long now = System.nanoTime();
        Owner owner = new Owner(TestContext.newJvm(), OWNERS.incrementAndGet(), "rule", "thread");
        Request request = new Request(
                kind,
                1,
                Collections.singletonList(key),
                owner,
                leaseMillis,
                now + MILLISECONDS.toNanos(waitMillis == 0 ? 30_000 : waitMillis),
                now);
        return waitMillis == 0 ? request.once() : request;
    }

    static Grant granted(LockStore store, Request request) throws Exception {
        return Answers.granted(store.acquire(request).answer().get(110, SECONDS));
    }

    private Grant granted(LockStore store) throws Exception {
        return granted(store, request(LockKind.EXCLUSIVE, key, 0));
    }

    private long leaseOf(String itsKey) throws Exception {
        return server.queue(itsKey).holders().get(0).stored.lease;
    }

    private static long secondsOf(long lease) throws Exception {
        return server.witness()
                .post("/v3/lease/timetolive", map("ID", Long.toString(lease)), patience())
                .number("grantedTTL");
    }

    private static long revision() throws Exception {
        return server.witness().txn(new Txn().get("x"), patience()).revision();
    }

    @Test
    @FailsWithout("`GiveBacks#end` keeps a lease whose entry was deleted for the next grant")
    void aLeaseWhoseEntryWasDeletedIsUsedAgain() throws Exception {
        LockStore store = open();
        Grant first = granted(store);
        long lease = leaseOf(key);
        assertThat(secondsOf(lease)).isEqualTo(21);

        assertThat(first.release().get(10, SECONDS).isHeld()).isTrue();
        granted(store);

        assertThat(leaseOf(key)).isEqualTo(lease);
    }

    @Test
    @Shows({"a lock's entry in etcd is deleted", "etcd's watch breaks, or its history is compacted"})
    @FailsWithout("`LockWatch#watch` tells of entries that go")
    void aLossIsToldAtOnceAndAgainOnANewConnectionThoughTheHistoryWasCompacted() throws Exception {
        LockStore store = open();
        Grant first = granted(store);
        awaitWatch(store);
        server.delete(key);
        assertThat(first.lost().get(20, SECONDS)).isEqualTo("its entry in etcd has gone");

        network.hangUp();
        server.post("/v3/kv/compaction", map("revision", Long.toString(revision()), "physical", true));
        awaitWatch(store);
    }

    /** Until a loss is told without a question. */
    private void awaitWatch(LockStore store) {
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            String its = key + UUID.randomUUID();
            Grant grant = granted(store, request(LockKind.EXCLUSIVE, its, 0));
            server.delete(its);
            return grant.lost().get(500, MILLISECONDS) != null;
        });
    }

    @Test
    @FailsWithout("`Place#isLostBy` leaves out what was deleted before it got the key")
    void aLateWordThatAnEarlierEntryHasGoneIsNoLossOfTheNextOne() throws Exception {
        LockStore store = open();
        awaitWatch(store);
        Request request = request(LockKind.EXCLUSIVE, key, 0);
        Grant first = granted(store, request);
        network.holdAnswers();
        first.release();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> server.left(List.of(key)).isEmpty());
        Grant again = granted(store, request);

        network.deliver();
        awaitWatch(store);

        assertThat(again.lost()).isNotDone();
    }

    @Test
    @FailsWithout("`Takes#decide` moves an entry that waited to a lease of its own")
    void whatWaitedHasALeaseOfItsOwnOnceItHolds() throws Exception {
        LockStore store = open();
        Grant held = granted(store);
        Attempt waiting = store.acquire(request(LockKind.FAIR, key, 30_000));
        await().until(() -> server.left(List.of(key)).size() == 2);

        held.release();

        assertThat(waiting.answer().get(20, SECONDS).grant()).isNotNull();
        assertThat(secondsOf(leaseOf(key))).isEqualTo(21);
        assertThat(store.locks(key).get(10, SECONDS).get(0).leftMillis()).isBetween(10_000L, 21_000L);
    }

    @Test
    @FailsWithout("`Renewals#move` gives an entry a lease of the length for which it shall stay")
    void aLockThatIsReleasedLaterOutlivesItsJvmByThat() throws Exception {
        LockStore store = open();
        Grant grant = granted(store);

        assertThat(grant.releaseAfter(2_500).get(10, SECONDS).isHeld()).isTrue();
        assertThat(secondsOf(leaseOf(key))).isEqualTo(4);
        assertThat(store.renew(List.of(grant)).get(0).get(10, SECONDS).isHeld()).isTrue();
        store.close();

        assertThat(server.isHeld(key)).isTrue();
        await().atMost(Duration.ofSeconds(20)).until(() -> !server.isHeld(key));
    }

    @Test
    void tokensAreAboveWhatTheSettingsSay() throws Exception {
        EtcdSettings plain = EtcdServer.settings(server.address());
        LockStore store = open(new EtcdSettings(plain.endpoints, plain.prefix, null, null, 500, null));

        Grant first = granted(store, request(LockKind.FENCED, key, 0));
        assertThat(first.token()).isEqualTo(501);
        first.release().get(10, SECONDS);
        assertThat(granted(open(), request(LockKind.FENCED, key, 0)).token()).isEqualTo(502);
    }

    @Test
    @FailsWithout("`StoredLocks#unlock` revokes the lease: a late command of the owner fails by it")
    void aKeyThatIsTakenAwayTakesItsLeaseWithIt() throws Exception {
        LockStore store = open();
        granted(store);
        long lease = leaseOf(key);
        String owner = store.locks(key).get(10, SECONDS).get(0).owner();

        assertThat(store.unlock(key, owner).get(10, SECONDS)).isTrue();

        assertThat(secondsOf(lease)).as("of a lease that is not there").isZero();
    }

    @Test
    @FailsWithout("`StoredLocks#unlock` leaves the lease of an owner that still waits")
    void aKeyThatIsTakenFromAWaiterLeavesTheOtherPlacesOfItsJvm() throws Exception {
        long lease = server.witness()
                .post("/v3/lease/grant", map("TTL", "20"), patience())
                .number("ID");
        String waits = EntryValue.write(request(LockKind.EXCLUSIVE, key, 30_000), false);
        server.witness()
                .txn(
                        new Txn()
                                .put(names.entry(key, "owner"), waits, lease)
                                .put(names.entry(key + 1, "o"), waits, lease),
                        patience());

        assertThat(open().unlock(key, "owner").get(10, SECONDS)).isTrue();

        assertThat(server.left(List.of(key))).isEmpty();
        assertThat(server.left(List.of(key + 1))).hasSize(1);
    }

    @Test
    @Shows("all members of etcd are down")
    void aServerThatIsDownIsPassedOverAndAllThatAreDownAreNamed() throws Exception {
        TcpProxy gone = new TcpProxy(1);
        String dead = EtcdServer.through(gone);
        gone.close();
        granted(open(EtcdServer.settings(dead, server.address())));

        Answer none = open(EtcdServer.settings(dead))
                .acquire(request(LockKind.EXCLUSIVE, key, 300))
                .answer()
                .get(20, SECONDS);
        assertThat(none.cause()).hasMessageContaining(dead + ": Connection refused");
    }

    @Test
    @Shows("a member of etcd dies, or falls silent")
    @FailsWithout("`Deadline#half` leaves time for another member")
    void aSilentMemberLeavesHalfOfTheTimeOfAQuestionForTheNextOne() throws Exception {
        network.cut();
        List<HttpEndpoint> both =
                List.of(HttpEndpoint.of(EtcdServer.through(network), 0), HttpEndpoint.of(server.address(), 0));
        try (Gateway gateway = new Gateway(both, null, null, null, EtcdSettings.PREFIX)) {
            Deadline question = Deadline.in(SECONDS.toNanos(6));
            assertThatThrownBy(() -> gateway.txn(new Txn().get(key), question))
                    .hasMessageContaining(EtcdServer.through(network) + " has not answered");

            assertThat(gateway.txn(new Txn().get(key), question).revision()).isPositive();
        }
    }

    @Test
    void aProbeTellsTheVersionAndTheShortestLease() throws Exception {
        assertThat(open().probe().get(20, SECONDS))
                .anyMatch(line -> line.matches("etcd has version [0-9.]+"))
                .contains("its shortest lease is 2 s, and all are whole seconds");
        assertThat(server.witness()
                        .txn(new Txn().getAll(EtcdSettings.PREFIX + "probe/"), patience())
                        .range(0)
                        .objects("kvs"))
                .isEmpty();
    }

    private Request request(LockKind kind, int keys) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            all.add(key + i);
        }
        long now = System.nanoTime();
        Owner owner = new Owner(TestContext.newJvm(), OWNERS.incrementAndGet(), null, null);
        return new Request(kind, 1, all, owner, LEASE, now + SECONDS.toNanos(100), now);
    }

    @Test
    @FailsWithout("`EtcdTable#inParts` asks for no more keys than etcd takes in a transaction")
    void aCallOfMoreKeysThanATransactionHasStepsIsRenewedAndReleased() throws Exception {
        LockStore store = open();
        Grant grant = granted(store, request(LockKind.EXCLUSIVE, Txn.MOST + 2));

        assertThat(store.renew(List.of(grant)).get(0).get(20, SECONDS).isHeld()).isTrue();
        assertThat(grant.release().get(20, SECONDS).isHeld()).isTrue();
        assertThat(server.left(grant.request().keys())).isEmpty();
    }

    @Test
    @FailsWithout("`FenceTokens#next` refuses more keys than etcd compares in a transaction")
    void aFencedCallOfMoreKeysThanATransactionComparesIsRefused() throws Exception {
        Answer answer = open().acquire(request(LockKind.FENCED, 65)).answer().get(110, SECONDS);

        assertThat(answer.isRefused()).as("refused: %s", answer.cause()).isTrue();
        assertThat(answer.cause())
                .hasMessage("etcd gives fence tokens to 64 keys of a call at most, and this one has 65; let it lock"
                        + " fewer keys, or not as fenced");
    }

    @Test
    void aKeyOfAnyCharactersIsFoundAgain() throws Exception {
        for (String each : List.of(key + "/a", key + "/a/b", key + "%0041", key + " \u00e4\ud83d\ude00\n", key + "~")) {
            LockStore store = open();
            granted(store, request(LockKind.EXCLUSIVE, each, 0));
            List<String> found = new ArrayList<>();
            store.scan(each.substring(0, each.length() - 1), lock -> found.add(lock.key()))
                    .get(10, SECONDS);
            assertThat(found).contains(each);
            assertThat(server.isHeld(each)).isTrue();
        }
        assertThat(server.isHeld(key)).isFalse();
    }

    @Test
    void aCounterThatIsNoneIsNamed() throws Exception {
        server.witness().txn(new Txn().put(names.counter(key), "x", 0), patience());

        Answer answer =
                open().acquire(request(LockKind.FENCED, key, 5_000)).answer().get(20, SECONDS);

        assertThat(answer.cause())
                .hasMessage("the key " + names.counter(key)
                        + " in etcd is no counter of fence tokens: write one there that is above all before");
    }
}

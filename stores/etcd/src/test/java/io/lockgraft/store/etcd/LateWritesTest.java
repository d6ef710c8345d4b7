package io.lockgraft.store.etcd;

import static io.lockgraft.store.etcd.EtcdServer.patience;
import static io.lockgraft.store.etcd.EtcdStoreTest.granted;
import static io.lockgraft.store.etcd.EtcdStoreTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.store.http.HttpClient;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.store.http.JsonWriter;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose answers are missing: what they have done, or will do later, is no lock of anybody's. */
@Timeout(60)
final class LateWritesTest {
    private static final String KEEP_ALIVE = "/v3/lease/keepalive";
    private static EtcdServer server;

    private final String key = "late:" + UUID.randomUUID();
    private final List<String> swallowed = new CopyOnWriteArrayList<>();
    /** The requests that are not answered. */
    private volatile Predicate<String> swallows = body -> false;

    private volatile boolean delivers;

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

    private BetweenServer between() throws Exception {
        return new BetweenServer(server, (path, body) -> {
            if (!swallows.test(body)) {
                return null;
            }
            if (delivers) {
                deliver(body);
            }
            swallowed.add(body);
            return BetweenServer.silent();
        });
    }

    private static String deliver(String body) {
        try (HttpClient client = new HttpClient(List.of(HttpEndpoint.of(server.address(), 2379)), null)) {
            return client.ask(HttpRequest.post("/v3/kv/txn", body)).body();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static LockStore open(String address) {
        return new EtcdStore(new TestContext(), EtcdServer.settings(address));
    }

    @ParameterizedTest
    @Shows("etcd does not answer a take")
    @ValueSource(booleans = {false, true})
    @FailsWithout("`GiveBacks#end` revokes the leases of writes that may be on their way")
    void aTakeThatArrivesWhenItsCallIsOverMakesNoEntry(boolean waits) throws Exception {
        try (BetweenServer between = between();
                LockStore store = open(between.address());
                LockStore other = open(server.address())) {
            Grant held = waits ? granted(other, request(LockKind.EXCLUSIVE, key, 0)) : null;
            // A put in the queue reads the queue in either case; that of a free key reads it where it puts nothing.
            swallows =
                    body -> body.contains("request_put") && body.split("request_range", -1).length == (waits ? 3 : 2);
            assertThat(store.acquire(request(LockKind.EXCLUSIVE, key, 900))
                            .answer()
                            .get(30, SECONDS)
                            .cause())
                    .isNotNull();
            await().atMost(Duration.ofSeconds(30)).until(() -> between.asked.contains("/v3/lease/revoke"));
            if (waits) {
                held.release().get(10, SECONDS);
            }

            assertThat(swallowed).isNotEmpty();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(swallowed)
                            .allMatch(late -> deliver(late).contains("requested lease not found")));
            assertThat(server.left(List.of(key))).isEmpty();
        }
    }

    @Test
    @Shows("etcd does not answer a take")
    @FailsWithout("`Takes#seen` knows the entry of a write that was not answered")
    void aTakeThatHasArrivedAndWasNotAnsweredIsFoundByTheNextQuestion() throws Exception {
        try (BetweenServer between = between();
                LockStore store = open(between.address())) {
            delivers = true;
            swallows = body -> body.contains("request_put") && swallowed.isEmpty();

            Grant grant = granted(store, request(LockKind.FENCED, key, 0));

            assertThat(swallowed).hasSize(1);
            assertThat(server.left(List.of(key))).hasSize(1);
            assertThat(grant.release().get(10, SECONDS).isHeld()).isTrue();
            assertThat(server.left(List.of(key))).isEmpty();
        }
    }

    /** As after an outage of etcd, when the leases of all its clients begin anew. */
    @Test
    @FailsWithout("`EtcdTable#leftBehind` ends the lease of the places of which one could not be given back")
    void aPlaceThatCouldNotBeGivenBackKeepsNobodyOut() throws Exception {
        try (BetweenServer between = between();
                LockStore store = open(between.address());
                LockStore other = open(server.address())) {
            String elsewhere = key + ":elsewhere";
            Grant held = granted(other, request(LockKind.EXCLUSIVE, key, 0));
            Grant heldElsewhere = granted(other, request(LockKind.EXCLUSIVE, elsewhere, 0));
            Attempt waits = store.acquire(request(LockKind.EXCLUSIVE, elsewhere, 50_000));
            swallows = body -> body.contains("request_delete_range");
            assertThat(store.acquire(request(LockKind.EXCLUSIVE, key, 1_000, 1_000))
                            .answer()
                            .get(30, SECONDS)
                            .isBusy())
                    .isTrue();
            await().atMost(Duration.ofSeconds(30)).until(() -> swallowed.size() > 0);
            int[] last = {0};
            await("no more give-backs")
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofSeconds(4))
                    .until(() -> last[0] == (last[0] = swallowed.size()));
            swallows = body -> false;
            held.release().get(10, SECONDS);

            Grant next = granted(other, request(LockKind.EXCLUSIVE, key, 20_000));

            assertThat(waits.answer()).isNotDone();
            heldElsewhere.release().get(10, SECONDS);
            assertThat(waits.answer().get(20, SECONDS).grant()).isNotNull();
            next.release().get(10, SECONDS);
        }
    }

    @Test
    @FailsWithout("`FenceTokens#raise` compares the last change of the counter")
    void aCounterThatAnotherRaisesMeanwhileIsReadAgain() throws Exception {
        String counter = new Names(EtcdSettings.PREFIX).counter(key);
        AtomicInteger raised = new AtomicInteger();
        try (BetweenServer between = new BetweenServer(server, (path, body) -> {
                    if (body.contains(Txn.base64(counter))
                            && body.contains("request_put")
                            && raised.getAndIncrement() == 0) {
                        deliver(JsonWriter.write(
                                new Txn().put(counter, "100", 0).body()));
                    }
                    return null;
                });
                LockStore store = open(between.address())) {
            Grant grant = granted(store, request(LockKind.FENCED, key, 0).withTokens(3));

            assertThat(grant.token()).isEqualTo(101);
            KeyValue stored = KeyValue.only(
                    server.witness().txn(new Txn().get(counter), patience()).range(0));
            assertThat(stored.value).isEqualTo("103");
            assertThat(stored.lease).as("a counter outlives every lease").isZero();
        }
    }

    @Test
    @FailsWithout("`Takes#first` reads before it writes for an owner that does not wait")
    void busyIsNoWriteForAnOwnerThatDoesNotWait() throws Exception {
        try (BetweenServer between = between();
                LockStore store = open(between.address());
                LockStore other = open(server.address())) {
            granted(other, request(LockKind.EXCLUSIVE, key, 0));

            assertThat(store.acquire(request(LockKind.EXCLUSIVE, key, 0))
                            .answer()
                            .get(20, SECONDS)
                            .isBusy())
                    .isTrue();

            assertThat(between.asked).containsExactly("/v3/kv/txn");
        }
    }

    /** Between a store and etcd; answers one renewal as a leader of an earlier term does, once {@link #delivers}. */
    private BetweenServer earlierLeader() throws Exception {
        return new BetweenServer(server, (path, body) -> {
            if (!delivers || !path.equals(KEEP_ALIVE)) {
                return null;
            }
            delivers = false;
            return BetweenServer.Said.json(
                    200, "{\"result\":{\"header\":{\"raft_term\":\"1\"},\"ID\":\"1\",\"TTL\":\"20\"}}\n");
        });
    }

    @Test
    @Shows("a leader of etcd that is none any more answers a renewal")
    @FailsWithout("`Renewals#read` compares the terms: the next leader has not begun the lease anew")
    void aRenewalInTheTermOfAnEarlierLeaderIsUnknownAndAskedAgain() throws Exception {
        try (BetweenServer between = earlierLeader();
                LockStore store = open(between.address())) {
            Grant grant = granted(store, request(LockKind.EXCLUSIVE, key, 0));
            delivers = true;

            Renewal unknown = store.renew(List.of(grant)).get(0).get(10, SECONDS);

            assertThat(unknown.isHeld()).isFalse();
            assertThat(unknown.isLost()).isFalse();
            assertThat(unknown.cause()).hasMessage("etcd has another leader since the lease was renewed");
            assertThat(store.renew(List.of(grant)).get(0).get(10, SECONDS).isHeld())
                    .isTrue();
        }
    }

    @Test
    @FailsWithout("`Takes#taken` compares the terms: the next leader has not begun the lease anew")
    void aTakeByALeaseOfAnEarlierLeadersTermBeginsTheLeaseOnceMore() throws Exception {
        try (BetweenServer between = earlierLeader();
                LockStore store = open(between.address())) {
            Grant first = granted(store, request(LockKind.EXCLUSIVE, key, 0));
            assertThat(first.release().get(10, SECONDS).isHeld()).isTrue();
            long given = System.nanoTime();
            await().until(() -> System.nanoTime() - given > EtcdLease.YOUNG);
            between.asked.clear();
            delivers = true;

            granted(store, request(LockKind.EXCLUSIVE, key, 0));

            assertThat(between.asked).containsExactly(KEEP_ALIVE, "/v3/kv/txn", KEEP_ALIVE, "/v3/kv/txn");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @FailsWithout("`Takes#taken` tells no loss of a key that its owner has not got")
    void aTakeByALeaseThatTheNextLeaderHasEndedIsAskedAgainAndGetsTheKey(boolean waits) throws Exception {
        AtomicInteger renewals = new AtomicInteger();
        try (BetweenServer between = new BetweenServer(server, (path, body) -> {
                    if (!delivers || !path.equals(KEEP_ALIVE)) {
                        return null;
                    }
                    boolean earlier = renewals.incrementAndGet() == 1;
                    if (!earlier) {
                        delivers = false;
                        endLease();
                    }
                    String time = earlier ? ",\"TTL\":\"20\"" : "";
                    return BetweenServer.Said.json(
                            200, "{\"result\":{\"header\":{\"raft_term\":\"1\"},\"ID\":\"1\"" + time + "}}\n");
                });
                LockStore store = open(between.address())) {
            Grant first = granted(store, request(LockKind.EXCLUSIVE, key, 0));
            assertThat(first.release().get(10, SECONDS).isHeld()).isTrue();
            long given = System.nanoTime();
            await().until(() -> System.nanoTime() - given > EtcdLease.YOUNG);
            delivers = true;

            Grant grant = granted(store, request(LockKind.EXCLUSIVE, key, waits ? 20_000 : 0));

            assertThat(renewals).hasValue(2);
            assertThat(grant.lost()).isNotDone();
            assertThat(store.renew(List.of(grant)).get(0).get(10, SECONDS).isHeld())
                    .isTrue();
        }
    }

    private void endLease() {
        try {
            long lease = server.queue(key).holders().get(0).stored.lease;
            server.post("/v3/lease/revoke", EtcdServer.map("ID", Long.toString(lease)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Shows("a leader of etcd that is none any more answers a renewal")
    @FailsWithout("`Renewals#read` reads the entry: an answered renewal proves nothing")
    void aLeaderThatIsNoneAnyMoreProvesNothing() throws Exception {
        try (BetweenServer between = new BetweenServer(server, (path, body) -> {
                    if (!delivers || !path.equals(KEEP_ALIVE)) {
                        return null;
                    }
                    return BetweenServer.Said.json(200, "{\"result\":{\"ID\":\"1\",\"TTL\":\"20\"}}\n");
                });
                LockStore store = open(between.address())) {
            Grant grant = granted(store, request(LockKind.EXCLUSIVE, key, 0));
            long lease = server.queue(key).holders().get(0).stored.lease;
            server.post("/v3/lease/revoke", EtcdServer.map("ID", Long.toString(lease)));
            delivers = true;

            Renewal renewal = store.renew(List.of(grant)).get(0).get(10, SECONDS);

            assertThat(renewal.isLost()).isTrue();
        }
    }

    @Test
    @Shows("etcd is too old, has no gateway, or refuses the user or the right")
    void whatIsNoEtcdOrTooOldOrWithoutAGatewaySaysSo() throws Exception {
        try (BetweenServer old = new BetweenServer(
                        null,
                        (path, body) -> path.equals("/version")
                                ? BetweenServer.Said.json(200, "{\"etcdserver\":\"3.3.27\",\"etcdcluster\":\"3.3.0\"}")
                                : new BetweenServer.Said(404, "text/plain", "404 page not found\n"));
                BetweenServer none =
                        new BetweenServer(null, (path, body) -> new BetweenServer.Said(404, "text/html", "<html>"))) {
            assertThat(refusal(old.address()))
                    .isEqualTo("etcd at " + old.address() + " is 3.3.27; locks need 3.4 or later");
            assertThat(refusal(none.address()))
                    .isEqualTo(none.address() + " is no etcd: it has neither /v3 nor /version");
            try (LockStore store = open(none.address())) {
                assertThatThrownBy(() -> store.load().get(10, SECONDS)).hasMessageContaining("is no etcd");
            }
        }
        try (EtcdServer off = new EtcdServer("--enable-grpc-gateway=false")) {
            assertThat(refusal(off.address()))
                    .isEqualTo("etcd at " + off.address() + " has its JSON gateway turned off (404); start it with"
                            + " --enable-grpc-gateway=true");
        }
        try (EtcdServer other = new EtcdServer("--host-whitelist=127.0.0.1");
                LockStore store = open("http://localhost:" + other.port())) {
            assertThat(refusal("http://localhost:" + other.port()))
                    .isEqualTo("etcd at http://localhost:" + other.port()
                            + " does not know itself by that name (421); name the host in its --host-whitelist");
        }
    }

    static String refusal(String address) throws Exception {
        return refusal(EtcdServer.settings(address));
    }

    static String refusal(EtcdSettings settings) throws Exception {
        try (LockStore store = new EtcdStore(new TestContext(), settings)) {
            var answer = store.acquire(request(LockKind.EXCLUSIVE, "any", 10_000))
                    .answer()
                    .get(30, SECONDS);
            assertThat(answer.isRefused()).as("refused: %s", answer.cause()).isTrue();
            return answer.cause().getMessage();
        }
    }
}

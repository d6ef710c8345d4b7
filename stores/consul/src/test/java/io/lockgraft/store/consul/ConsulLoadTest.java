package io.lockgraft.store.consul;

import static io.lockgraft.store.consul.ConsulSessionTest.granted;
import static io.lockgraft.store.consul.ConsulSessionTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** What the store asks of an agent that refuses, is slow, or was restored: no more than it must, and in good order. */
@Tag("whole")
@EnabledIf("isThere")
@Timeout(60)
final class ConsulLoadTest {
    private static final Duration TTL = Duration.ofSeconds(40);
    private static final String LOOK = "?recurse&consistent";
    private static final String WATCH = "index=";

    private static ConsulServer server;

    private final String key = "load:" + UUID.randomUUID();
    private final String slowKey = "slow-" + UUID.randomUUID();
    private final CountDownLatch quick = new CountDownLatch(1);
    private final List<LockStore> opened = new ArrayList<>();
    private BetweenAgent between;

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ConsulServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void close() {
        opened.forEach(LockStore::close);
        if (between != null) {
            between.close();
        }
    }

    private LockStore open(String address, Duration ttl) {
        LockStore store = new ConsulStore(new TestContext(), ConsulServer.settings(address, ttl));
        opened.add(store);
        return store;
    }

    private LockStore openThrough(Function<String, Integer> script, Duration ttl) throws Exception {
        between = new BetweenAgent(server, script);
        return open(between.address(), ttl);
    }

    @Test
    @Shows("Consul has no room for queries that wait, or refuses them")
    @FailsWithout("`Watch#run` takes a refused query for a failure")
    void aQueryThatIsRefusedIsAskedAgainAfterAPause() throws Exception {
        granted(open(server.address(), TTL), key);
        LockStore store = openThrough(request -> request.contains(WATCH) ? 429 : null, TTL);
        Attempt waiting = store.acquire(request(key, 60_000));
        await().until(() -> between.asked(WATCH) > 0);

        Thread.sleep(2_000);

        assertThat(between.asked(WATCH)).isLessThan(10);
        assertThat(waiting.answer()).isNotDone();
    }

    @Test
    @FailsWithout("`Wakeups#byClock` takes the place of the look that was due")
    void looksBehindADeadEntryDoNotMultiply() throws Exception {
        TcpProxy network = new TcpProxy(server.port());
        try {
            granted(open(ConsulServer.through(network), TTL), request(LockKind.SEMAPHORE, key, 30_000));
            network.cut();
            server.expireHolder(key);
            LockStore store = openThrough(request -> null, TTL);
            Attempt waiting = store.acquire(request(LockKind.SEMAPHORE, key, 60_000));
            await().until(waiting::isContended);
            // Each wakes the waiter once more while the lock-delay keeps it out.
            for (int i = 0; i < 20; i++) {
                long looks = between.asked(LOOK);
                server.ask(HttpRequest.put("/v1/kv/" + server.names().queue(key) + "strange" + i, "by hand"));
                await().pollInterval(Duration.ofMillis(10)).until(() -> between.asked(LOOK) > looks);
            }
            long before = between.asked(LOOK);

            Thread.sleep(2_000);

            assertThat(between.asked(LOOK) - before).isLessThan(12);
            assertThat(waiting.answer()).isNotDone();
        } finally {
            network.close();
        }
    }

    @Test
    @Shows("a snapshot of Consul is restored")
    @FailsWithout("`Guard#refresh` takes a number that is lower than before")
    void aGuardWhoseNumberIsLowerAfterARestoredSnapshotIsReadAgainOnce() throws Exception {
        String session =
                server.witness().create(Collections.singletonMap("TTL", "60s")).get(10, SECONDS);
        Guard guard = new Guard(server.witness(), server.names().guard(session), session, "jvm");
        guard.renew(none -> {}).get(10, SECONDS);
        byte[] snapshot = snapshot("GET", new byte[0]);
        guard.renew(none -> {}).get(10, SECONDS);

        snapshot("PUT", snapshot);

        String name = server.names().entry(key, "owner", 1);
        // The server may be without a leader for a moment.
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> guard.guarded(() -> true, steps -> steps.lock(name, "", session))
                        .get(5, SECONDS)
                        .isDone());
    }

    private static byte[] snapshot(String method, byte[] body) throws Exception {
        var answer = HttpClient.newHttpClient()
                .send(
                        java.net.http.HttpRequest.newBuilder(URI.create(server.address() + "/v1/snapshot"))
                                .method(method, java.net.http.HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    @Test
    @Shows("entries of dead JVMs are left in Consul")
    @FailsWithout("`Dead#sweepAll` is repeated where Consul did not answer")
    void aSweepThatFailsIsRepeated() throws Exception {
        String guard = server.names().guard(UUID.randomUUID().toString());
        server.ask(HttpRequest.put("/v1/kv/" + guard, "of a dead JVM"));
        AtomicInteger sweeps = new AtomicInteger();
        String sweep = "GET /v1/kv/" + server.names().guards() + LOOK;

        // The second sweep by the clock is 60 s later.
        openThrough(
                        request -> request.startsWith(sweep) && sweeps.getAndIncrement() == 0 ? 500 : null,
                        Duration.ofSeconds(15))
                .load()
                .get(10, SECONDS);

        await().atMost(Duration.ofSeconds(50))
                .until(() -> server.witness().readOne(guard).get(10, SECONDS).modified() == 0);
    }

    @Test
    @Shows("Consul does not answer the making of an entry, or its end")
    @FailsWithout("`KeyPlace#hasNoEntry` and `ConsulClient#farewell` leave out a place without an entry")
    void anEntryThatWasNotMadeKeepsNoOtherFromBeingDeletedAtTheEndOfTheSession() throws Exception {
        LockStore others = open(server.address(), TTL);
        AtomicInteger makings = new AtomicInteger();
        LockStore store = openThrough(
                request -> {
                    boolean makes = request.contains("check-index") && request.contains(slowKey);
                    return makes && makings.getAndIncrement() == 0 && isTaken(others) ? 500 : null;
                },
                TTL);
        granted(store, key);
        String guard = server.names().guard(server.sessionOfHolder(key));

        Answer busy = store.acquire(request(slowKey, 30_000).once()).answer().get(40, SECONDS);
        assertThat(busy.isBusy()).as("busy: %s", busy.cause()).isTrue();
        assertThat(makings).hasValue(1);
        assertThat(server.left(List.of(key))).hasSize(1);

        store.close();

        // Those that are not deleted now stay for as long as the lock-delay.
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.left(List.of(key))).isEmpty());
        assertThat(server.witness().readOne(guard).get(10, SECONDS).modified()).isZero();
    }

    @Test
    @Shows("Consul refuses the token or a right for a while")
    @FailsWithout("`Departures#untilAnswered` asks again where a release is refused")
    void aReleaseThatIsRefusedIsToldAtOnceAndIsDoneWhenTheRightIsBack() throws Exception {
        AtomicInteger refusals = new AtomicInteger();
        LockStore store = openThrough(request -> isEnd(request) && refusals.getAndIncrement() == 0 ? 403 : null, TTL);
        Grant held = granted(store, slowKey);

        Renewal released = held.release().get(2, SECONDS);

        assertThat(released.cause()).hasMessageContaining("Consul allows too little");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.left(List.of(slowKey))).isEmpty());
        granted(store, slowKey);
    }

    @Test
    @Shows("Consul refuses the token or a right for a while")
    @FailsWithout("`KeyPlace#hasNoEntry` where the making of an entry is refused")
    void anEntryWhoseMakingIsRefusedIsNotDeleted() throws Exception {
        LockStore store =
                openThrough(request -> request.contains("check-index") && request.contains(slowKey) ? 403 : null, TTL);

        Answer answer = store.acquire(request(slowKey, 30_000)).answer().get(20, SECONDS);

        assertThat(answer.isRefused()).as("%s", answer.cause()).isTrue();
        await().during(Duration.ofMillis(500))
                .untilAsserted(
                        () -> assertThat(between.asked).filteredOn(this::isEnd).isEmpty());
    }

    /** Whether it deletes an entry of the slow key. */
    private boolean isEnd(String request) {
        return request.contains("\"delete\"") && request.contains(slowKey);
    }

    private boolean isTaken(LockStore by) {
        try {
            return granted(by, slowKey) != null;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @FailsWithout("`Dead#sweepAll` pauses twice as long after each failure")
    void aSweepThatAlwaysFailsIsRepeatedLessAndLessOften() throws Exception {
        List<Long> sweeps = new CopyOnWriteArrayList<>();
        String sweep = "GET /v1/kv/" + server.names().guards() + LOOK;
        Duration ttl = Duration.ofSeconds(5);

        openThrough(
                        request -> {
                            if (!request.startsWith(sweep)) {
                                return null;
                            }
                            sweeps.add(System.nanoTime());
                            return 500;
                        },
                        ttl)
                .load()
                .get(10, SECONDS);

        await().atMost(Duration.ofSeconds(50)).until(() -> sweeps.size() >= 3);
        // The jitter takes a quarter at most.
        assertThat(sweeps.get(1) - sweeps.get(0)).isGreaterThanOrEqualTo(ttl.toNanos() * 3 / 4);
        assertThat(sweeps.get(2) - sweeps.get(1)).isGreaterThanOrEqualTo(2 * ttl.toNanos() * 3 / 4);
    }

    private static boolean isReached(CountDownLatch latch) {
        try {
            return latch.await(50, SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** The agent does not answer those that make an entry, as long as the test says. */
    private LockStore openWithSlowMaking() throws Exception {
        return openThrough(this::slowMaking, TTL);
    }

    private Integer slowMaking(String request) {
        boolean makes = request.contains("check-index") && request.contains(slowKey);
        return makes && !isReached(quick) ? 500 : null;
    }

    /** More than there are threads for. */
    private List<Attempt> wantSlowKeys(LockStore store) {
        List<Attempt> wants = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            wants.add(store.acquire(request(slowKey + i, 60_000)));
        }
        await().until(() -> between.asked(slowKey) > 0);
        return wants;
    }

    @Test
    @FailsWithout("`ConsulApi#allOfHolder` has threads of its own")
    void aReleaseAndARenewalWaitBehindNoOwnerThatWantsAKey() throws Exception {
        LockStore store = openWithSlowMaking();
        Grant held = granted(store, key);
        wantSlowKeys(store);

        await("a renewal that is answered")
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> Renewals.isHeld(store, held));
        held.release();

        // Behind the others it would be for half a minute: each is given up after five seconds, eight at a time.
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.entries(key)).isEmpty());
        quick.countDown();
    }

    @Test
    @FailsWithout("`FenceTokens#next` asks on the threads of holders")
    void aTokenWaitsBehindNoOwnerThatWantsAKey() throws Exception {
        String counter = server.names().counter(key);
        CountDownLatch raising = new CountDownLatch(1);
        CountDownLatch raised = new CountDownLatch(1);
        LockStore store = openThrough(
                request -> {
                    if (request.contains("\"cas\"") && request.contains(counter)) {
                        raising.countDown();
                        return isReached(raised) ? null : 500;
                    }
                    return slowMaking(request);
                },
                TTL);
        Attempt fenced = store.acquire(request(LockKind.FENCED, key, 30_000));
        assertThat(raising.await(20, SECONDS)).isTrue();
        wantSlowKeys(store);
        // By another owner, so this one reads the counter again.
        server.ask(HttpRequest.put("/v1/kv/" + counter, "100"));

        raised.countDown();

        // Behind the others it would come after half a minute.
        assertThat(fenced.answer().get(20, SECONDS).grant().token()).isEqualTo(101);
        quick.countDown();
    }

    @Test
    @FailsWithout("`Guard#guarded` sends nothing that is not wanted any more")
    void whatIsGivenUpBeforeItsTurnIsNotSent() throws Exception {
        LockStore store = openWithSlowMaking();
        granted(store, key);
        List<Attempt> wants = wantSlowKeys(store);
        wants.forEach(Attempt::abandon);

        quick.countDown();

        granted(store, key + ":behind");
        assertThat(between.asked(slowKey)).isLessThan(64);
        await().untilAsserted(() -> assertThat(server.witness()
                        .read(server.names().queues(slowKey))
                        .get(10, SECONDS)
                        .entries())
                .isEmpty());
    }
}

package io.lockgraft.store.consul;

import static io.lockgraft.store.consul.ConsulSessionTest.granted;
import static io.lockgraft.store.consul.ConsulSessionTest.request;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.consul.api.ConsulApi;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.api.Transaction;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.store.http.JsonReader;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** What is Consul's own: its session, its entries, and what stays of them. */
@Tag("whole")
@EnabledIf("isThere")
@Timeout(60)
final class ConsulStoreTest {
    private static final Duration TTL = Duration.ofSeconds(20);

    private static ConsulServer server;

    private final String key = "store:" + UUID.randomUUID();
    private final List<LockStore> opened = new ArrayList<>();

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
    }

    private LockStore open(TestContext context, Duration ttl) {
        LockStore store = new ConsulStore(context, ConsulServer.settings(server.address(), ttl));
        opened.add(store);
        return store;
    }

    private LockStore open() {
        return open(new TestContext(), TTL);
    }

    @Test
    @FailsWithout("`ConsulClient#description` asks for no health check")
    void theSessionHangsOnNoHealthCheckAndIsNamed() throws Exception {
        Jvm jvm = TestContext.newJvm();
        open(new TestContext(jvm), TTL).load().get(10, SECONDS);

        String sessions = server.ask(HttpRequest.get("/v1/session/list")).body();

        assertThat(sessions).contains("lockgraft " + jvm).contains("\"NodeChecks\": []");
        assertThat(sessions).doesNotContain("serfHealth");
    }

    @Test
    void aHolderIsTold() throws Exception {
        Jvm jvm = TestContext.newJvm();
        LockStore store = open(new TestContext(jvm), TTL);
        long now = System.nanoTime();
        Request request = new Request(
                LockKind.EXCLUSIVE,
                1,
                Collections.singletonList(key),
                jvm.newOwner("pay-order", "http-1"),
                10_000,
                now + MILLISECONDS.toNanos(10_000),
                now);
        Grant grant = granted(store, request);
        Attempt waiting = open().acquire(request(key, 30_000));
        await().until(waiting::isContended);
        long before = onlyLock().heldMillis();
        assertThat(Renewals.isHeld(store, grant)).isTrue();

        await("since when it is held, once it is renewed")
                .until(() -> onlyLock().heldMillis() >= 0);

        assertThat(before).as("before").isNegative();
        assertThat(onlyLock().owner()).isEqualTo(request.owner().text());
        assertThat(onlyLock().rule()).isEqualTo("pay-order");
        assertThat(onlyLock().thread()).isEqualTo("http-1");
        assertThat(waiting.holder()).isEqualTo(jvm.name());
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertThat(waiting.answer().get(10, SECONDS).grant()).isNotNull();
    }

    @Test
    @FailsWithout("`QueueEntry#lock` tells that the session of an entry is over")
    void theLeaseOfAnEntryWhoseSessionIsOverIsToldAsOver() throws Exception {
        granted(open(), key + ":other");
        String session = server.sessionOfHolder(key + ":other");
        Transaction entry =
                new Transaction().lock(server.names().queue(key) + "gone", OwnerText.of(request(key, 0), 0), session);
        server.witness().all(entry).get(10, SECONDS);
        assertThat(onlyLock().leftMillis()).as("while it lives").isEqualTo(-1);

        server.ask(HttpRequest.put("/v1/session/destroy/" + session, ""));

        assertThat(onlyLock().leftMillis()).isZero();
    }

    private StoredLock onlyLock() throws Exception {
        List<StoredLock> locks = open().locks(key).get(10, SECONDS);
        assertThat(locks).hasSize(1);
        return locks.get(0);
    }

    @Test
    @FailsWithout("`Wakeups#byQuery` waits for the entry in front")
    void keysWithSlashesPercentSignsAndDotsAreKeptApart() throws Exception {
        LockStore store = open();
        List<Grant> grants = new ArrayList<>();
        for (String end : new String[] {"/a", "%2Fa", " a", "+a", "/a/b", ".", "..", "ä€"}) {
            grants.add(granted(store, key + end));
        }
        List<String> found = Collections.synchronizedList(new ArrayList<>());

        open().scan(key + "/", lock -> found.add(lock.key())).get(10, SECONDS);

        assertThat(found).containsExactlyInAnyOrder(key + "/a", key + "/a/b");
        for (Grant each : grants) {
            Attempt waiting = open().acquire(request(each.request().keys().get(0), 30_000));
            await().until(waiting::isContended);
            assertThat(Renewals.isHeld(each.release())).isTrue();
            // Without its watch it would look after 3.75 s at the earliest.
            assertThat(waiting.answer().get(3, SECONDS).grant()).isNotNull();
        }
    }

    @Test
    @FailsWithout("`Names#encoded` writes no character that Consul 1.21.5 refuses")
    void allNamesInConsulAreOfCharactersThatEachVersionTakes() throws Exception {
        LockStore store = open();
        for (String end : new String[] {"", "/../a", "%2F", " ", "+!", "ä€"}) {
            granted(store, request(LockKind.FENCED, key + end, 10_000));
            assertThat(store.replaceEntry(key + end, "", "text")
                            .get(10, SECONDS)
                            .text())
                    .isEqualTo("text");
        }

        List<?> names = (List<?>) JsonReader.read(
                server.ask(HttpRequest.get("/v1/kv/lockgraft/?keys")).body());

        // Consul 1.21.5 takes these, and no two dots in a row.
        assertThat(names)
                .hasSizeGreaterThanOrEqualTo(3 * 6)
                .allSatisfy(name -> assertThat((String) name)
                        .matches("[a-zA-Z0-9,_./\\-?&=]+")
                        .doesNotContain(".."));
    }

    @Test
    void theCounterOfTokensIsAllThatStays() throws Exception {
        LockStore store = open();
        Grant first = granted(store, request(LockKind.FENCED, key, 10_000));
        assertThat(Renewals.isHeld(first.release())).isTrue();
        assertThat(server.entries(key)).isEmpty();
        store.close();

        Grant second = granted(open(), request(LockKind.FENCED, key, 10_000));

        assertThat(second.token()).isEqualTo(first.token() + 1);
    }

    @Test
    @FailsWithout("`FenceTokens#store` goes on above what the settings say")
    void tokensAreAboveWhatTheSettingsSay() throws Exception {
        ConsulSettings plain = ConsulServer.settings(server.address(), TTL);
        LockStore moved = new ConsulStore(
                new TestContext(),
                new ConsulSettings(plain.address(), plain.prefix(), TTL, null, 9_000_000_000L, null));
        opened.add(moved);

        Grant first = granted(moved, request(LockKind.FENCED, key, 10_000));
        assertThat(first.token()).isEqualTo(9_000_000_001L);
        assertThat(Renewals.isHeld(first.release())).isTrue();
        assertThat(granted(open(), request(LockKind.FENCED, key, 10_000)).token())
                .isEqualTo(9_000_000_002L);
    }

    @Test
    @FailsWithout("`FenceTokens#next` refuses more keys than a transaction of Consul has steps for")
    void aFencedCallOfMoreKeysThanATransactionTakesIsRefused() throws Exception {
        LockStore store = open();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            keys.add(key + i);
        }
        Grant most = granted(store, fenced(keys));
        assertThat(most.token()).isPositive();
        assertThat(Renewals.isHeld(most.release())).isTrue();
        keys.add(key);

        Answer refused = store.acquire(fenced(keys)).answer().get(40, SECONDS);

        assertThat(refused.isRefused()).as("refused: %s", refused.cause()).isTrue();
        assertThat(refused.cause())
                .hasMessage("Consul gives fence tokens to 32 keys of a call at most, and this one has 33; let it lock"
                        + " fewer keys, or not as fenced");
    }

    private static Request fenced(List<String> keys) {
        long now = System.nanoTime();
        Owner owner = TestContext.newJvm().newOwner("rule", "thread");
        return new Request(LockKind.FENCED, 1, new ArrayList<>(keys), owner, 10_000, now + SECONDS.toNanos(30), now);
    }

    @Test
    @Shows("a JVM waits for more keys than Consul has connections for")
    void aSessionHasABoundedNumberOfWatchesAndWaitersBeyondThatPoll() throws Exception {
        LockStore holder = open();
        LockStore waiter = open();
        List<Grant> held = new ArrayList<>();
        List<Attempt> waiting = new ArrayList<>();
        for (int i = 0; i < ConsulApi.MOST_WATCHES + 4; i++) {
            held.add(granted(holder, key + i));
            Attempt each = waiter.acquire(request(key + i, 60_000));
            await().until(each::isContended);
            waiting.add(each);
        }

        for (Grant each : held) {
            each.release();
        }

        for (Attempt each : waiting) {
            assertThat(each.answer().get(10, SECONDS).grant()).isNotNull();
        }
    }

    @Test
    @FailsWithout("`ConsulApi#MOST_WATCHES` bounds the connections that wait")
    void oneWatchMoreThanThereMayBeIsNone() throws Exception {
        ConsulApi api =
                new ConsulApi(ConsulServer.settings(server.address(), TTL), new DaemonThreads("watches"), () -> {});
        List<Boolean> begun = new ArrayList<>();
        for (int i = 0; i <= ConsulApi.MOST_WATCHES; i++) {
            begun.add(api.begin(api.watch("nothing" + i, false, Long.MAX_VALUE / 2, told -> {})));
        }

        assertThat(begun.remove(ConsulApi.MOST_WATCHES)).isFalse();
        assertThat(begun).doesNotContain(false);
        api.close();
    }

    @Test
    @Shows("entries of dead JVMs are left in Consul")
    @FailsWithout("`Dead#sweep` buries entries that nobody waits behind, also later")
    void whatADeadJvmHasLeftOfKeysThatNobodyWantsIsSweptAway() throws Exception {
        LockStore dead = open(new TestContext(), Duration.ofSeconds(1));
        granted(dead, key);
        String session = server.sessionOfHolder(key);
        // As its death does, but without its last words.
        String unheard = server.names().queue(key) + "gone";
        String left = OwnerText.of(request(key, 30_000), 0);
        server.witness().all(new Transaction().lock(unheard, left, session)).get(10, SECONDS);
        server.ask(HttpRequest.put("/v1/session/destroy/" + session, ""));

        open(new TestContext(), Duration.ofSeconds(1)).load().get(10, SECONDS);

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(server.left(List.of(key))).isEmpty());
    }

    @Test
    @Shows("entries of dead JVMs are left in Consul")
    @FailsWithout("`Dead#sweep` begins as soon as there is a session")
    void aGuardThatADeadJvmHasLeftIsSweptAwayByTheNextOneThatConnects() throws Exception {
        String guard = server.names().guard(UUID.randomUUID().toString());
        server.ask(HttpRequest.put("/v1/kv/" + guard, "of a dead JVM"));

        open().load().get(10, SECONDS);

        // The second sweep is four TTLs later: longer than this test may last.
        await().atMost(Duration.ofSeconds(30))
                .until(() -> server.witness().readOne(guard).get(10, SECONDS).modified() == 0);
    }

    private LockStore openUnder(String prefix) {
        ConsulSettings plain = ConsulServer.settings(server.address(), TTL);
        LockStore store =
                new ConsulStore(new TestContext(), new ConsulSettings(plain.address(), prefix, TTL, null, 0, null));
        opened.add(store);
        return store;
    }

    private static void put(String name, String value) throws Exception {
        server.ask(HttpRequest.put("/v1/kv/" + name, value));
    }

    private static boolean exists(String name) throws Exception {
        return server.witness().readOne(name).get(10, SECONDS).modified() > 0;
    }

    @Test
    @Shows("entries of dead JVMs are left in Consul")
    @FailsWithout("`Dead#sweepAll` leaves what is no owner's entry, and what lies below a folder among the guards")
    void whatUsersAndAnotherStoreHaveBelowThePrefixIsNotSweptAway() throws Exception {
        String outer = "shop-" + UUID.randomUUID();
        LockStore inner = openUnder(outer + "/locks");
        Grant first = granted(inner, request(LockKind.FENCED, key, 10_000));
        assertThat(Renewals.isHeld(first.release())).isTrue();
        inner.replaceEntry(key, "", "text").get(10, SECONDS);
        String note = outer + "/locks/note";
        String deeper = outer + "/sessions/folder/note";
        put(note, "a user's");
        put(deeper, "a user's");
        // The sweep takes names in their order, so this one is no earlier than the others.
        String dead = outer + "/locks/z/owner";
        put(dead, OwnerText.of(request(key, 30_000), 0));

        LockStore store = openUnder(outer);
        store.load().get(10, SECONDS);

        await().atMost(Duration.ofSeconds(30)).until(() -> !exists(dead));
        assertThat(exists(note)).isTrue();
        assertThat(exists(deeper)).isTrue();
        List<String> found = Collections.synchronizedList(new ArrayList<>());
        store.scan("", lock -> found.add(lock.key())).get(10, SECONDS);
        assertThat(found).isEmpty();
        assertThat(inner.replaceEntry(key, "", "other").get(10, SECONDS).text()).isEqualTo("text");
        assertThat(granted(inner, request(LockKind.FENCED, key, 10_000)).token())
                .isEqualTo(first.token() + 1);
    }

    @Test
    @FailsWithout("`KeyPlace#lookAtOwn` ends with the session")
    void aPlaceWhoseSessionIsOverIsForgotten() throws Exception {
        granted(open(), key + 2);

        WeakReference<Request> request = givenUpBehindTheEndOfItsSession();

        await("a request that nothing keeps, in a store that is open")
                .atMost(Duration.ofSeconds(40))
                .until(() -> {
                    System.gc();
                    return request.get() == null;
                });
    }

    /** It had one of its keys by that session. */
    private WeakReference<Request> givenUpBehindTheEndOfItsSession() throws Exception {
        long now = System.nanoTime();
        Owner owner = TestContext.newJvm().newOwner("rule", "thread");
        List<String> keys = List.of(key, key + 2);
        Request request = new Request(LockKind.EXCLUSIVE, 1, keys, owner, 10_000, now + SECONDS.toNanos(50), now);
        Attempt waiting = open(new TestContext(), Duration.ofSeconds(2)).acquire(request);
        await().until(waiting::isContended);
        String session = server.sessionOfHolder(key);

        server.expireHolder(key);

        await("the next session")
                .until(() -> server.entries(key).stream()
                        .map(KvEntry::session)
                        .anyMatch(each -> !each.isEmpty() && !each.equals(session)));
        waiting.abandon();
        return new WeakReference<>(request);
    }

    @Test
    void whatASessionGivesIsToldByTheProbe() throws Exception {
        assertThat(open().probe().get(10, SECONDS))
                .anyMatch(each -> each.matches("Consul [0-9.]+.*"))
                .contains("the session's TTL is 20 s, so a lease is at most 20 s, and the locks of a dead JVM"
                        + " are free after 60 s");
    }
}

package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.granted;
import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.request;
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
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is ZooKeeper's own: rights, paths, entries that are read and ended, and what stays. */
@Timeout(60)
final class ZooKeeperStoreTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static ZooKeeperServer server;

    private final String key = "store:" + UUID.randomUUID();
    private final List<LockStore> opened = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        server = new ZooKeeperServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void close() {
        opened.forEach(LockStore::close);
    }

    private LockStore open(TestContext context, String connect, String root, String user) {
        LockStore store = new ZooKeeperStore(context, new ZooKeeperSettings(connect, root, TIMEOUT, user, 0, null));
        opened.add(store);
        return store;
    }

    private LockStore open(String connect, String root, String user) {
        return open(new TestContext(), connect, root, user);
    }

    private LockStore open() {
        return open(server.address(), "/lockgraft", null);
    }

    @Test
    void aHolderIsTold() throws Exception {
        Jvm jvm = TestContext.newJvm();
        LockStore store = open(new TestContext(jvm), server.address(), "/lockgraft", null);
        Request request = of(jvm.newOwner("pay-order", "http-1"), LockKind.EXCLUSIVE, 1);
        Grant grant = store.acquire(request).answer().get(10, SECONDS).grant();
        Attempt waiting = open().acquire(request(key, 30_000));
        await().until(waiting::isContended);

        List<StoredLock> locks = open().locks(key).get(10, SECONDS);

        assertThat(locks).hasSize(1);
        assertThat(locks.get(0).key()).isEqualTo(key);
        assertThat(locks.get(0).owner()).isEqualTo(request.owner().text());
        assertThat(locks.get(0).rule()).isEqualTo("pay-order");
        assertThat(locks.get(0).thread()).isEqualTo("http-1");
        assertThat(locks.get(0).heldMillis()).isBetween(0L, 30_000L);
        assertThat(waiting.holder()).isEqualTo(jvm.name());
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertThat(waiting.answer().get(10, SECONDS).grant()).isNotNull();
    }

    @Test
    void aHolderThatHasWaitedIsToldSinceWhenItHasTheKey() throws Exception {
        Grant first = granted(open(), key);
        Attempt waiting = open().acquire(request(key, 30_000));
        await().until(waiting::isContended);
        Thread.sleep(2_000);
        long released = System.nanoTime();
        first.release();
        waiting.answer().get(10, SECONDS);

        await().untilAsserted(() -> assertThat(
                        open().locks(key).get(10, SECONDS).get(0).heldMillis())
                .isLessThanOrEqualTo((System.nanoTime() - released) / 1_000_000 + 50));
    }

    @Test
    void allKeysWithABeginningAreFound() throws Exception {
        LockStore store = open();
        granted(store, key + "/a");
        granted(store, key + "/b");
        granted(store, "other" + key);

        List<String> found = Collections.synchronizedList(new ArrayList<>());
        open().scan(key, lock -> found.add(lock.key())).get(10, SECONDS);

        assertThat(found).containsExactlyInAnyOrder(key + "/a", key + "/b");
        assertThat(open().scanSize().get(10, SECONDS)).isGreaterThanOrEqualTo(3);
    }

    @Test
    @Shows("a lock's node is deleted in ZooKeeper")
    void aKeyIsTakenAwayFromItsHolderAlone() throws Exception {
        LockStore store = open();
        Grant grant = granted(store, key);
        Attempt waiting = open().acquire(request(key, 30_000));
        await().until(waiting::isContended);
        LockStore operator = open();
        String owner = grant.request().owner().text();

        assertThat(operator.unlock(key, owner + "0").get(10, SECONDS)).isFalse();
        assertThat(grant.lost()).isNotDone();
        assertThat(operator.unlock(key, owner).get(10, SECONDS)).isTrue();

        assertThat(grant.lost().get(10, SECONDS)).contains("deleted");
        Grant next = waiting.answer().get(10, SECONDS).grant();
        assertThat(next).isNotNull();
        assertThat(operator.unlock(key, owner).get(10, SECONDS)).isFalse();
        assertThat(next.lost()).isNotDone();
    }

    @Test
    @FailsWithout("`ZooKeeperClient#tidy` deletes a queue that is empty")
    void noNodeOfAKeyIsLeftButTheCounterOfItsTokens() throws Exception {
        LockStore store = open();
        Request request = of(TestContext.newJvm().newOwner("rule", "thread"), LockKind.FENCED, 1);
        Grant first = store.acquire(request).answer().get(10, SECONDS).grant();
        assertThat(Renewals.isHeld(first.release())).isTrue();
        await().until(() -> !server.hasQueue(key));

        Request again = of(TestContext.newJvm().newOwner("rule", "thread"), LockKind.FENCED, 1);
        Grant second = open().acquire(again).answer().get(10, SECONDS).grant();

        assertThat(second.token()).isEqualTo(first.token() + 1);
    }

    @Test
    @FailsWithout("`FenceTokens#store` goes on above what the settings say")
    void tokensAreAboveWhatTheSettingsSay() throws Exception {
        LockStore moved = new ZooKeeperStore(
                new TestContext(),
                new ZooKeeperSettings(server.address(), "/lockgraft", TIMEOUT, null, 9_000_000_000L, null));
        opened.add(moved);
        Request request = of(TestContext.newJvm().newOwner("rule", "thread"), LockKind.FENCED, 1);

        Grant first = moved.acquire(request).answer().get(10, SECONDS).grant();
        assertThat(first.token()).isEqualTo(9_000_000_001L);
        assertThat(Renewals.isHeld(first.release())).isTrue();

        Request again = of(TestContext.newJvm().newOwner("rule", "thread"), LockKind.FENCED, 1);
        assertThat(open().acquire(again).answer().get(10, SECONDS).grant().token())
                .as("the next one's, of a JVM without the setting")
                .isEqualTo(9_000_000_002L);
    }

    @Test
    @FailsWithout("`ZooKeeperClient#end` deletes the queues that its clock would have deleted later")
    void aStoreThatIsClosedLeavesNoEmptyQueue() throws Exception {
        LockStore store = open();
        assertThat(Renewals.isHeld(granted(store, key).release())).isTrue();

        store.close();

        await().until(() -> !server.hasQueue(key));
    }

    /** Each comes while the queue of the one before is deleted. */
    @Test
    void aQueueThatIsDeletedInBetweenIsMadeAgain() throws Exception {
        LockStore store = open();
        String queue = new Paths("/lockgraft").lock(key);
        for (int i = 0; i < 200; i++) {
            Attempt attempt = store.acquire(request(key, 10_000));
            if (server.nodes(key).isEmpty()) {
                server.witness().delete(queue, -1, (code, path, none) -> {}, null);
            }
            assertThat(Renewals.isHeld(attempt.answer().get(10, SECONDS).grant().release()))
                    .isTrue();
        }
    }

    @Test
    @Shows("ZooKeeper allows the user too little, or the path behind `connect` is missing")
    void anotherUserIsRefusedAndToldWhy() throws Exception {
        granted(open(server.address(), "/private", "anna:secret"), key)
                .release()
                .get(10, SECONDS);
        LockStore stranger = open(server.address(), "/private", null);

        Answer answer = stranger.acquire(request(key, 10_000)).answer().get(10, SECONDS);

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessageContaining("ZooKeeper allows this user too little at /private");
        assertThat(stranger.load()).failsWithin(Duration.ofSeconds(10));
        assertThat(granted(open(server.address(), "/private", "anna:secret"), key))
                .isNotNull();
    }

    @Test
    @Shows("ZooKeeper allows the user too little, or the path behind `connect` is missing")
    void aPathBehindTheServersMustBeThere() throws Exception {
        String path = "/chroot" + System.nanoTime();
        Answer answer = open(server.address() + path, "/lockgraft", null)
                .acquire(request(key, 10_000))
                .answer()
                .get(10, SECONDS);
        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessageContaining("the path behind the servers of 'connect' is not there");

        server.witness().create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);

        granted(open(server.address() + path, "/lockgraft", null), key);
        assertThat(server.witness().getChildren(path + "/lockgraft/locks", false))
                .containsExactly(Paths.encoded(key));
    }

    @Test
    @Shows("the application sets system properties `zookeeper.*` for its own client")
    void theApplicationsPropertiesAreForItsOwnClient() throws Exception {
        String[] names = {
            "zookeeper.client.secure",
            "zookeeper.clientCnxnSocket",
            "zookeeper.request.timeout",
            "zookeeper.sasl.client"
        };
        try {
            System.setProperty(names[0], "true");
            System.setProperty(names[1], "com.shop.NoSuchSocket");
            System.setProperty(names[2], "1");
            System.setProperty(names[3], "true");

            granted(open(), key);

            assertThat(System.getProperty("jdk.tls.rejectClientInitiatedRenegotiation"))
                    .as("set for the whole JVM by the library")
                    .isNull();
        } finally {
            for (String name : names) {
                System.clearProperty(name);
            }
        }
    }

    /** The session's own lease is far longer than the wish, and was proven when the waiter wrote its node. */
    @Test
    @FailsWithout("`SessionGrant#since` counts a short lease from when its grant came")
    void aShortLeaseOfAWaiterCountsFromItsGrantAndNotFromTheLastProofOfItsSession() throws Exception {
        LockStore patient = new ZooKeeperStore(
                new TestContext(),
                new ZooKeeperSettings(server.address(), "/lockgraft", Duration.ofSeconds(100), null, 0, null));
        opened.add(patient);
        Grant held = granted(open(), key);
        Request brief = request(key, 60_000);
        Attempt waiting = patient.acquire(brief.as(brief.owner(), 1_000));
        await().until(waiting::isContended);
        long before = System.nanoTime();

        held.release().get(10, SECONDS);
        Grant grant = waiting.answer().get(40, SECONDS).grant();

        assertThat(grant.leaseMillis()).isEqualTo(1_000);
        assertThat(grant.sentAt() - before).as("nanoseconds after the release").isNotNegative();
    }

    @Test
    void whatTheServerGrantsIsToldByTheProbe() throws Exception {
        assertThat(open().probe().get(10, SECONDS))
                .containsExactly("the session's time-out is 20000 ms, so a lease is 10000 ms");
    }

    @Test
    void aNameOfTheJvmIsAtItsNodeOnlyWhereItMayBeTold() throws Exception {
        Jvm jvm = TestContext.newJvm();
        LockStore named = open(new TestContext(jvm), server.address(), "/named", null);
        LockStore unnamed = open(new TestContext(jvm.unnamed()), server.address(), "/named", null);
        named.load().get(10, SECONDS);
        unnamed.load().get(10, SECONDS);

        List<String> nodes = server.witness().getChildren("/named/sessions", false);

        assertThat(nodes).hasSize(2);
        assertThat(nodes).filteredOn(each -> each.startsWith(jvm.name())).hasSize(1);
        assertThat(nodes).filteredOn(each -> each.startsWith(jvm.id())).hasSize(1);
    }

    private Request of(Owner owner, LockKind kind, int permits) {
        long now = System.nanoTime();
        return new Request(
                kind, permits, Collections.singletonList(key), owner, 10_000, now + MILLISECONDS.toNanos(10_000), now);
    }
}

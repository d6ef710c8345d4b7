package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What other transactions, silent servers and administrators do to the locks of a database. */
@Timeout(120)
abstract class JdbcFaults {
    private static final AtomicLong OWNERS = new AtomicLong();
    private static final long LEASE = 60_000;

    /** Rows. Half a second for each of them is more than the ten seconds that a question may wait for its turn. */
    private static final int LOCKED = 25;

    private final String key = "faults:" + UUID.randomUUID();
    private LockStore store;

    abstract Database database();

    @BeforeEach
    final void open() throws Exception {
        store = open(database().url());
        released(granted(key + ":warm"));
    }

    private LockStore open(String url) {
        return new JdbcConfiguration(Database.settings(url, true)).open(new TestContext());
    }

    @AfterEach
    final void close() {
        store.close();
    }

    @Test
    @Shows("another transaction has locked the row of a key")
    @FailsWithout("`PostgreSql#change` passes over locked rows (SKIP LOCKED), and so do the other dialects")
    void aStrangersTransactionOnOneRowHoldsUpNoOtherKey() throws Exception {
        Grant locked = granted(key + ":locked");
        Grant other = granted(key + ":other");
        released(granted(key + ":free"));
        try (Connection stranger = stranger()) {
            lockRow(stranger, key + ":locked");
            lockRow(stranger, key + ":free");

            for (int i = 0; i < 3; i++) {
                List<CompletableFuture<Renewal>> renewed = store.renew(Arrays.asList(locked, other));
                assertThat(renewed.get(1).get(10, SECONDS).isHeld())
                        .as("of another row")
                        .isTrue();
                assertThat(renewed.get(0).get(10, SECONDS).cause())
                        .as("of the locked row")
                        .hasMessageContaining("another transaction has locked the row of " + key + ":locked");
            }
            CompletableFuture<Answer> free = store.acquire(request(LockKind.EXCLUSIVE, key + ":free", 60_000))
                    .answer();
            for (int i = 0; i < 5; i++) {
                released(granted(key + ":next" + i));
            }
            Answer once = store.acquire(
                            request(LockKind.EXCLUSIVE, key + ":locked", 60_000).once())
                    .answer()
                    .get(30, SECONDS);
            assertThat(once.isBusy()).as("its holder is known by reading").isTrue();
            assertThat(free).as("a free key whose row is locked").isNotDone();

            stranger.rollback();
            Grant late = free.get(30, SECONDS).grant();
            assertThat(late).isNotNull();
            released(late);
        }
        assertThat(Renewals.isHeld(store, locked)).as("when the row is let go").isTrue();
        released(locked);
        released(other);
    }

    @Test
    @Shows("another transaction has locked the row of a key")
    @FailsWithout("`Contention#ofRenewal` is brief, for the renewals of other keys wait behind it")
    void manyRowsThatAStrangerHasLockedHoldUpNoOtherRenewal() throws Exception {
        List<Grant> held = new ArrayList<>();
        for (int i = 0; i < LOCKED; i++) {
            held.add(granted(key + ":locked" + i));
        }
        Grant other = granted(key + ":other");
        held.add(other);
        try (Connection stranger = stranger()) {
            for (int i = 0; i < LOCKED; i++) {
                lockRow(stranger, key + ":locked" + i);
            }

            for (int i = 0; i < 2; i++) {
                assertThat(Renewals.isHeld(store.renew(held).get(LOCKED)))
                        .as("of another row")
                        .isTrue();
            }

            stranger.rollback();
        }
        for (Grant each : held) {
            released(each);
        }
    }

    @Test
    @Shows("another transaction has locked the row of a key")
    void aKeyWhoseRowIsLockedIsUnavailableAndToldSo() throws Exception {
        released(granted(key));
        try (Connection stranger = stranger()) {
            lockRow(stranger, key);

            Answer answer = store.acquire(request(LockKind.EXCLUSIVE, key, 800))
                    .answer()
                    .get(30, SECONDS);

            assertThat(answer.cause()).hasMessageContaining("another transaction has locked the row of " + key);
            stranger.rollback();
        }
        released(granted(key));
    }

    @Test
    @Shows("another transaction has inserted the row of a key, and is open")
    @FailsWithout("`PostgreSql#insert` bounds its wait for another's INSERT, and so do the other dialects")
    void aStrangersInsertOfOneKeyHoldsUpNoOtherNewKey() throws Exception {
        try (Connection stranger = stranger()) {
            try (PreparedStatement insert = stranger.prepareStatement("INSERT INTO lockgraft SELECT ?, owner, ends,"
                    + " since, rule_name, thread_name, fence, version, holders, queue, barred FROM lockgraft"
                    + " WHERE name = ?")) {
                insert.setString(1, key);
                insert.setString(2, key + ":warm");
                insert.executeUpdate();
            }
            CompletableFuture<Answer> waiting =
                    store.acquire(request(LockKind.EXCLUSIVE, key, 60_000)).answer();

            for (int i = 0; i < 5; i++) {
                released(granted(store, request(LockKind.EXCLUSIVE, key + ":new" + i, 3_000)));
            }

            assertThat(waiting).isNotDone();
            stranger.rollback();
            Grant late = waiting.get(30, SECONDS).grant();
            assertThat(late).isNotNull();
            released(late);
        }
    }

    /** The connections stay open, and nothing comes back on them. */
    @Test
    @Shows("the database is down or silent")
    @FailsWithout("`Connector#bound` and `Line#abort` break off a question without an answer; each alone is enough")
    void aConnectionThatIsSilentIsBrokenOffAndMadeAnew() throws Exception {
        try (TcpProxy network = new TcpProxy(database().port());
                LockStore behind =
                        open(database().url(Integer.parseInt(network.address().replaceAll(".*:", ""))))) {
            Grant held = granted(behind, request(LockKind.EXCLUSIVE, key, 20_000));

            network.holdAnswers();

            Answer silent = behind.acquire(request(LockKind.EXCLUSIVE, key + ":other", 100))
                    .answer()
                    .get(20, SECONDS);
            assertThat(silent.cause()).as("while the database is silent").isNotNull();
            await("a renewal on a new connection")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> behind.renew(Collections.singletonList(held))
                            .get(0)
                            .get(30, SECONDS)
                            .isHeld());
            Grant other = granted(behind, request(LockKind.EXCLUSIVE, key + ":other", 30_000));
            released(other);
            released(held);
        }
    }

    /** As a host does whose database hangs: its kernel answers. */
    @Test
    @Shows("the database is down or silent")
    @FailsWithout("`MySql#prepare` bounds the login (socketTimeout), and so do the other dialects")
    void aServerThatDoesNotGreetIsLeft() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TcpProxy network = new TcpProxy(silent.getLocalPort());
                LockStore behind = open(database().url(network.port()))) {
            CompletableFuture<Answer> waiting =
                    behind.acquire(request(LockKind.EXCLUSIVE, key, 60_000)).answer();
            silent.accept();

            network.moveTo(database().port());

            Grant late = waiting.get(70, SECONDS).grant();
            assertThat(late).as("by a connection to a server that answers").isNotNull();
            released(late);
        }
    }

    /** At whatever moment of a question the connection falls silent. */
    @Test
    @FailsWithout("`H2#change` has no transaction that is open between two statements")
    void aConnectionThatFallsSilentKeepsNoRowLocked() throws Exception {
        try (TcpProxy network = new TcpProxy(database().port());
                LockStore behind =
                        open(database().url(Integer.parseInt(network.address().replaceAll(".*:", ""))))) {
            Grant held = granted(behind, request(LockKind.EXCLUSIVE, key, 20_000));
            for (int i = 0; i < 8; i++) {
                CompletableFuture<Renewal> renewal =
                        behind.renew(Collections.singletonList(held)).get(0);
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(2_000_000));
                network.holdAnswers();
                renewal.get(30, SECONDS);

                await("a renewal on a new connection")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> behind.renew(Collections.singletonList(held))
                                .get(0)
                                .get(30, SECONDS)
                                .isHeld());
            }
            released(held);
        }
    }

    /** The network keeps it while a new connection gives the key back. */
    @Test
    @Shows("a take reaches the database behind its give-back")
    @FailsWithout("`OwnRows#giveBack` bars the owner of a take that has no answer")
    void aTakeThatIsLateTakesNothing() throws Exception {
        try (TcpProxy network = new TcpProxy(database().port());
                LockStore behind = open(database().url(network.port()))) {
            released(granted(behind, request(LockKind.EXCLUSIVE, key, 20_000)));
            Set<String> before = database().told("SELECT version FROM lockgraft WHERE name = ?", key);
            network.holdRequests();
            Request late = request(LockKind.EXCLUSIVE, key, 100);
            assertThat(behind.acquire(late).answer().get(30, SECONDS).cause()).isNotNull();
            await("its give-back, by a new connection")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !database()
                            .told("SELECT version FROM lockgraft WHERE name = ?", key)
                            .equals(before));

            network.deliver();

            await("the key is free")
                    .during(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> !database().isHeld(key));
            released(granted(key));
        }
    }

    @Test
    @FailsWithout("`LockTable#takeFree` asks in its WHERE that the lease is over (ends)")
    void whatIsHeldIsNotTakenWhoeverAsks() throws Exception {
        Grant held = granted(key);

        assertThat(once(LockKind.EXCLUSIVE).isBusy()).isTrue();

        assertThat(Renewals.isHeld(store, held)).isTrue();
        released(held);
    }

    @Test
    @Shows("the row of a key is deleted, or its lease ended, by hand")
    @FailsWithout("`OwnRows#change` names the owner in its WHERE")
    void aReleaseOrRenewalOfALostKeyLeavesWhatAnotherHas() throws Exception {
        Grant lost = granted(key);
        database().delete(key);
        Grant other = granted(key);

        assertThat(Renewals.isHeld(store, lost)).as("renewal of what was lost").isFalse();
        assertThat(Renewals.isHeld(lost.release()))
                .as("release of what was lost")
                .isFalse();

        assertThat(Renewals.isHeld(store, other)).as("what the other has").isTrue();
        released(other);
    }

    @Test
    @Shows("the row of a key is deleted, or its lease ended, by hand")
    @FailsWithout("`OwnRows#extendAll` keeps apart what it has changed for each length of a lease")
    void aLostKeyIsToldAsLostThoughTheSameRenewalExtendsItForItsNextOwner() throws Exception {
        Grant lost = granted(key);
        database().delete(key);
        Grant next = granted(store, request(LockKind.EXCLUSIVE, key, 20_000, LEASE / 2));

        List<CompletableFuture<Renewal>> renewed = store.renew(List.of(lost, next));

        assertThat(Renewals.isHeld(renewed.get(0))).as("what was lost").isFalse();
        assertThat(Renewals.isHeld(renewed.get(1))).as("what the next has").isTrue();
        released(next);
    }

    @Test
    @Shows("the row of a key is deleted, or its lease ended, by hand")
    @FailsWithout("`OwnRows#change` finds the lease not over (ends)")
    void aLeaseThatIsOverIsNotRenewed() throws Exception {
        Grant over = granted(key);
        database().update("UPDATE lockgraft SET ends = ends - 90000000 WHERE name = ?", key);

        assertThat(Renewals.isHeld(store, over)).isFalse();
        assertThat(Renewals.isHeld(over.release())).isFalse();
    }

    @Test
    @FailsWithout("`Row#change` writes a row if it has the version that was read, its fence token among the rest")
    void ofAllThatTakeAKeyAtOnceOneGetsItWithATokenThatIsStored() throws Exception {
        try (LockStore second = open(database().url())) {
            long last = 0;
            for (int i = 0; i < 50; i++) {
                Attempt one =
                        store.acquire(request(LockKind.FENCED, key, 20_000).once());
                Attempt two =
                        second.acquire(request(LockKind.FENCED, key, 20_000).once());
                Grant first = one.answer().get(30, SECONDS).grant();
                Grant other = two.answer().get(30, SECONDS).grant();
                assertThat(first == null || other == null)
                        .as("only one holds it, in round %d", i)
                        .isTrue();
                Grant grant = first == null ? other : first;
                if (grant != null) {
                    assertThat(grant.token()).as("token").isGreaterThan(last);
                    assertThat(database().told("SELECT fence FROM lockgraft WHERE name = ?", key))
                            .as("it is stored with the grant")
                            .containsExactly(String.valueOf(grant.token()));
                    last = grant.token();
                    released(grant);
                }
            }
            assertThat(last).as("the last token").isGreaterThan(10);
        }
    }

    @Test
    void tokensAreAboveWhatTheRulesFileSays() throws Exception {
        long above = 5_000_000_000L;
        Grant low = granted(store, request(LockKind.FENCED, key, 20_000));
        released(low);
        JdbcSettings settings =
                new JdbcSettings(database().url(), null, null, null, null, "lockgraft", true, 2_000, above);
        try (LockStore raised = new JdbcConfiguration(settings).open(new TestContext())) {
            for (String each : Arrays.asList(key, key + ":new")) {
                Grant grant = granted(raised, request(LockKind.FENCED, each, 20_000));
                assertThat(grant.token()).as(each).isEqualTo(above + 1);
                released(grant);
            }
        }
        Grant next = granted(store, request(LockKind.FENCED, key, 20_000));
        assertThat(next.token()).as("also where the file does not say so").isEqualTo(above + 2);
        released(next);
    }

    /** All of them are held at the same time, so no two are one key. */
    @Test
    @Shows("line breaks, zeros, braces, half a surrogate pair")
    @FailsWithout("`Names#ofKey` writes what a database refuses, or takes for another character, as a number")
    void aKeyOfAnyCharactersIsAKeyLikeAnyOther() throws Exception {
        List<String> keys = List.of(
                key + "?",
                key + "\0",
                key + "\0\0",
                key + " ",
                key + "\n",
                key + "\ud83d",
                key + "\ude00x",
                key + "\ud83d\ude00",
                key + "\u001a",
                key + "\u001a0000",
                key + "\u001a001a0000",
                key + "'%_\\");
        for (LockKind kind : LockKind.values()) {
            List<Grant> held = new ArrayList<>();
            for (String each : keys) {
                held.add(granted(store, request(kind, each, 20_000)));
                assertThat(store.locks(each).get(10, SECONDS))
                        .extracting(StoredLock::key)
                        .containsExactly(each);
            }
            Set<String> seen = new TreeSet<>();
            store.scan(key, lock -> seen.add(lock.key())).get(10, SECONDS);
            assertThat(seen).as("%s", kind).containsExactlyInAnyOrderElementsOf(keys);
            for (CompletableFuture<Renewal> each : store.renew(held)) {
                assertThat(Renewals.isHeld(each)).as("%s", kind).isTrue();
            }
            for (Grant each : held) {
                released(each);
            }
        }
    }

    @Test
    void aKeyThatDoesNotFitIntoItsColumnIsRefused() throws Exception {
        Answer answer = store.acquire(request(LockKind.EXCLUSIVE, key + "\0".repeat(200), 20_000))
                .answer()
                .get(30, SECONDS);

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessageContaining("takes more than 600 characters in the database");
    }

    @Test
    void whoHoldsAKeyIsToldByTheTable() throws Exception {
        Grant held = granted(key);

        StoredLock lock = store.locks(key).get(10, SECONDS).get(0);

        assertThat(lock.rule()).isEqualTo("test");
        assertThat(lock.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(lock.owner()).isEqualTo(held.request().owner().text());
        assertThat(lock.leftMillis()).isBetween(LEASE / 2, LEASE);
        assertThat(store.probe().get(10, SECONDS)).anyMatch(text -> text.contains("the greatest fence token is"));
        released(held);
    }

    private Connection stranger() throws SQLException {
        Connection connection = DriverManager.getConnection(database().directUrl());
        connection.setAutoCommit(false);
        return connection;
    }

    private static void lockRow(Connection stranger, String name) throws SQLException {
        try (PreparedStatement lock =
                stranger.prepareStatement("SELECT name FROM lockgraft WHERE name = ? FOR UPDATE")) {
            lock.setString(1, name);
            assertThat(lock.executeQuery().next()).as("the row of %s", name).isTrue();
        }
    }

    private Answer once(LockKind kind) throws Exception {
        return store.acquire(request(kind, key, 20_000).once()).answer().get(30, SECONDS);
    }

    private Grant granted(String name) throws Exception {
        return granted(store, request(LockKind.EXCLUSIVE, name, 20_000));
    }

    static Grant granted(LockStore from, Request request) throws Exception {
        return Answers.granted(from.acquire(request).answer().get(70, SECONDS));
    }

    static void released(Grant grant) throws Exception {
        assertThat(Renewals.isHeld(grant.release()))
                .as("was held until its release")
                .isTrue();
    }

    static Request request(LockKind kind, String key, long waitMillis) {
        return request(kind, key, waitMillis, LEASE);
    }

    private static Request request(LockKind kind, String key, long waitMillis, long lease) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(waitMillis);
        return Requests.of(kind, 1, Collections.singletonList(key), OWNERS.incrementAndGet(), lease, deadline);
    }
}

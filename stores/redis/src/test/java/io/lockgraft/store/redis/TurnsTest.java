package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.loaded;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Greedy;
import io.lockgraft.testing.store.LostPlaces;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Whose turn it is, over networks that are slow, with waiters that stand still, and what it costs the server. */
@Timeout(120)
@Shows({
    "a JVM always has another call that wants the lock",
    "a waiting JVM dies, or stands still",
    "a waiting JVM is far away, or may not subscribe",
    "a lock becomes free without a release (`hold.atLeast`, a `DEL` by hand, a dead holder)",
    "Redis refuses `PUBLISH`",
    "a waiting JVM's connection breaks without a sign (a firewall that drops packets), or answers "
            + "slower than the others wait",
    "a call with `wait: 0`",
    "Redis is out of memory",
    "`redis.quorum`"
})
final class TurnsTest {
    private final List<AutoCloseable> open = new ArrayList<>();
    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisServer.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        server.close();
    }

    private RedisStore near() {
        RedisStore near = new RedisStore(new TestContext(), settings(server.address()), TimeUnit.SECONDS.toNanos(2));
        return add(loaded(near));
    }

    private TcpProxy network(int millis) {
        TcpProxy network = add(new TcpProxy(server.port()));
        network.delay(millis);
        return network;
    }

    private RedisStore behind(TcpProxy network) {
        return add(new RedisStore(new TestContext(), settings(network.address()), TimeUnit.SECONDS.toNanos(1)));
    }

    /** They are closed in the reverse order. */
    private <T extends AutoCloseable> T add(T each) {
        open.add(0, each);
        return each;
    }

    static IntStream distances() {
        return Whole.isWanted() ? IntStream.of(2, 20) : IntStream.of(2);
    }

    @ParameterizedTest
    @MethodSource("distances")
    @FailsWithout("`turn.lua` queues the JVM that is refused, and keeps a free lock for the first")
    void whoIsAsFarAwayAsTheOthersIsNotStarvedByThem(int millis) throws Exception {
        RedisStore[] all = new RedisStore[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = behind(network(millis));
        }

        Greedy.assertShared(Greedy.play(LockKind.EXCLUSIVE, "k", 10, 100, all));
    }

    @Test
    @Tag("whole")
    void whoIsFartherAwayThanTheOthersIsNotStarvedByThem() throws Exception {
        Greedy.assertShared(Greedy.play(LockKind.EXCLUSIVE, "k", 10, 100, near(), near(), near(), behind(network(20))));
    }

    @Test
    void whoMayNotListenIsNotStarvedByThoseWhoDo() throws Exception {
        RedisStore polling = add(new RedisStore(
                new TestContext(),
                RedisSettings.of(Topology.single(server.address()))
                        .polling(true)
                        .timeout(Duration.ofSeconds(2))
                        .build()));

        Greedy.assertShared(Greedy.play(LockKind.EXCLUSIVE, "k", 10, 60, near(), near(), polling));
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    @FailsWithout("`turn.lua` and `WaitState#turn` take the place of a waiter that misses its turn")
    void aWaiterThatStandsStillLosesItsPlaceAndNoMore(LockKind kind) {
        RedisStore here = near();
        TcpProxy network = network(0);
        RedisStore frozen = behind(network);
        release(grant(frozen, kind, "warm", 10_000));
        Grant held = grant(here, kind, "k", 10_000);
        Attempt still = queued(frozen, kind, 1);
        Attempt next = queued(here, kind, 2);
        LostPlaces lost = add(new WatchedQueues(Collections.singletonList(server)));
        network.cut();

        release(held);
        long start = System.nanoTime();
        Grant second = granted(next);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                .as("milliseconds that it held the next one up")
                .isLessThan(3000);
        for (int i = 0; i < 5; i++) {
            Attempt third = queued(here, kind, 1);
            start = System.nanoTime();
            release(second);
            second = granted(third);
        }
        assertThat(lost.waitedFor())
                .as("milliseconds that it was waited for, once")
                .hasSize(1)
                .allMatch(waited -> waited >= 195);
        network.deliver();

        queueHas(1);
        release(second);
        release(granted(still));
        await().untilAsserted(() -> assertThat(locks()).isEmpty());
    }

    /** What is held for at least so long: the lease is cut, and nobody is told when it ends. */
    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    @Tag("whole")
    void aLeaseThatIsCutCostsTheFirstNeitherItsPlaceNorTime(LockKind kind) throws Exception {
        assertKeepsItsPlace(
                kind, "PEXPIRE", (held, key) -> held.releaseAfter(50).get(30, TimeUnit.SECONDS));
    }

    @Test
    @Tag("whole")
    void aLockThatIsDeletedCostsTheFirstNotItsPlace() throws Exception {
        assertKeepsItsPlace(LockKind.EXCLUSIVE, "DEL", (held, key) -> server.command("DEL", key));
    }

    @Test
    void whereNoMessageMayBeSentTheFirstKeepsItsPlace() throws Exception {
        server.command("ACL", "SETUSER", "default", "-publish");
        assertKeepsItsPlace(
                LockKind.EXCLUSIVE, "no PUBLISH", (held, key) -> held.release().get(30, TimeUnit.SECONDS));
    }

    /** Where it cannot be made again either: it asks at once, by what it can be waited for. */
    @Test
    @Shows("a waiting JVM's connection for messages breaks")
    void aWaiterWhoseSubscriptionBreaksKeepsItsPlace() {
        RedisStore here = near();
        RedisStore second = near();
        LostPlaces lost = add(new WatchedQueues(Collections.singletonList(server)));
        for (int round = 0; round < 4; round++) {
            String key = "k" + round;
            server.command("ACL", "SETUSER", "deaf" + round, "on", ">secret", "~*", "&*", "+@all");
            RedisStore first = add(new RedisStore(
                    new TestContext(), settings(server.address(), "deaf" + round, "secret", 0, Duration.ofSeconds(2))));
            release(grant(first, LockKind.EXCLUSIVE, "warm", 10_000));
            Grant held = grant(here, LockKind.EXCLUSIVE, key, 10_000);
            List<String> served = Collections.synchronizedList(new ArrayList<>());
            noting(served, "first", first.acquire(request(LockKind.EXCLUSIVE, key, 30_000)));
            await().untilAsserted(() -> assertThat(server.command("ZCARD", key + ":lockgraft#waiting"))
                    .isEqualTo(1L));
            noting(served, "second", second.acquire(request(LockKind.EXCLUSIVE, key, 30_000)));
            // Until they listen and ask seldom.
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);

            server.command("ACL", "SETUSER", "deaf" + round, "resetchannels");
            await().pollDelay(Duration.ofMillis(50)).until(() -> true);
            release(held);

            await().until(() -> served.size() == 2);
            System.out.println("==== after its subscription broke: " + served);
        }
        assertThat(lost.waitedFor()).as("who lost its place").isEmpty();
    }

    @Test
    @Tag("whole")
    void whoseSubscriptionBreaksLooksThoughOthersAreSaidToBeInFront() throws Exception {
        assertNobodyOvertakesWhoIsFirst(0, (held, round) -> {
            server.command("ACL", "SETUSER", "deaf" + round, "resetchannels");
            await().pollDelay(Duration.ofMillis(50)).until(() -> true);
            release(held);
        });
    }

    @Test
    @Shows("JVMs that wait in front of others die together")
    void whoIsCalledLooksThoughOthersAreSaidToBeInFront() throws Exception {
        assertNobodyOvertakesWhoIsFirst(0, (held, round) -> server.command("DEL", "k" + round));
    }

    @Test
    void theDeadAreNotAmongThoseWhoAreSaidToBeInFront() throws Exception {
        assertNobodyOvertakesWhoIsFirst(6000, (held, round) -> release(held));
    }

    /**
     * @param silent for how many milliseconds eight have not been heard of who stood in front, and whose JVMs are gone
     */
    private void assertNobodyOvertakesWhoIsFirst(long silent, Ending ending) throws Exception {
        RedisStore here = near();
        for (int round = 0; round < 4; round++) {
            String key = "k" + round;
            server.command("ACL", "SETUSER", "deaf" + round, "on", ">secret", "~*", "&*", "+@all");
            RedisStore first = add(new RedisStore(
                    new TestContext(), settings(server.address(), "deaf" + round, "secret", 0, Duration.ofSeconds(2))));
            release(grant(first, LockKind.EXCLUSIVE, "warm", 10_000));
            Grant held = grant(here, LockKind.EXCLUSIVE, key, 10_000);
            for (int i = 0; i < 8; i++) {
                server.command("ZADD", key + ":lockgraft#waiting", Integer.toString(i + 1), "wgone:" + i);
                server.command(
                        "ZADD",
                        key + ":lockgraft#heard",
                        Long.toString(System.currentTimeMillis() - silent),
                        "wgone:" + i);
            }
            Attempt waiting = first.acquire(request(LockKind.EXCLUSIVE, key, 30_000));
            // Until it listens and asks seldom.
            await().pollDelay(Duration.ofMillis(500 + 130 * round)).until(() -> true);
            for (int i = 0; i < 8; i++) {
                server.command("ZREM", key + ":lockgraft#waiting", "wgone:" + i);
            }

            ending.end(held, Integer.toString(round));

            await().pollInterval(Duration.ofMillis(20)).until(() -> {
                Grant once = Locks.answer(here.acquire(request(LockKind.EXCLUSIVE, key, 0)))
                        .grant();
                boolean served = waiting.answer().isDone();
                assertThat(served || once == null)
                        .as("served before who tried once")
                        .isTrue();
                if (once != null) {
                    release(once);
                }
                return served;
            });
            release(granted(waiting));
        }
    }

    /** Redisson asks for the subscription again once, and does not see that it is refused. */
    @Test
    @Shows("a waiting JVM's connection for messages breaks")
    void whoMayNotListenForAWhileListensAgain() {
        server.command("ACL", "SETUSER", "deaf", "on", ">secret", "~*", "&*", "+@all");
        RedisStore deaf = add(new RedisStore(
                new TestContext(), settings(server.address(), "deaf", "secret", 0, Duration.ofSeconds(2))));
        grant(near(), "k", 10_000);
        deaf.acquire(request(LockKind.EXCLUSIVE, "k", 60_000));
        // Until nobody looks any more whether the first asking was in vain.
        await().during(Duration.ofMillis(1500)).until(() -> listeners() == 1);

        server.command("ACL", "SETUSER", "deaf", "resetchannels");
        await().until(() -> listeners() == 0);
        await().during(Duration.ofMillis(500)).until(() -> listeners() == 0);
        server.command("ACL", "SETUSER", "deaf", "allchannels");

        await().atMost(Duration.ofSeconds(20)).until(() -> listeners() == 1);
    }

    private long listeners() {
        return (Long) ((List<?>) server.command("PUBSUB", "NUMSUB", "redisson_lock__channel:{k}")).get(1);
    }

    private interface Ending {
        void end(Grant held, String key) throws Exception;
    }

    private void assertKeepsItsPlace(LockKind kind, String how, Ending ending) throws Exception {
        RedisStore here = near();
        RedisStore first = near();
        RedisStore second = near();
        for (RedisStore each : Arrays.asList(here, first, second)) {
            release(grant(each, kind, "warm", 10_000));
        }
        try (LostPlaces lost = new WatchedQueues(Collections.singletonList(server))) {
            int kept = 0;
            for (int round = 0; kept < 6 && round < 9; round++) {
                String key = "k" + round;
                Grant held = grant(here, kind, key, 10_000);
                List<String> served = Collections.synchronizedList(new ArrayList<>());
                noting(served, "first", first.acquire(request(kind, key, 30_000)));
                await().untilAsserted(() -> assertThat(server.command("ZCARD", key + ":lockgraft#waiting"))
                        .isEqualTo(1L));
                noting(served, "second", second.acquire(request(kind, key, 30_000)));
                // Until they listen and ask seldom, and each at another time.
                await().pollDelay(Duration.ofMillis(500 + 130 * (round % 6))).until(() -> true);
                int before = lost.waitedFor().size();

                ending.end(held, key);

                // Who tries once finds the lock free, and calls the first.
                await().pollInterval(Duration.ofMillis(20)).until(() -> {
                    Grant once =
                            Locks.answer(here.acquire(request(kind, key, 0))).grant();
                    if (once != null) {
                        if (served.size() < 2) {
                            served.add("who tried once");
                        }
                        release(once);
                    }
                    return served.containsAll(Arrays.asList("first", "second"));
                });
                if (lost.waitedFor().size() == before) {
                    kept++;
                    assertThat(served)
                            .as("served after " + how + ", and nobody had lost its place")
                            .containsExactly("first", "second");
                }
            }
            assertThat(kept).as("rounds in which nobody lost its place").isEqualTo(6);
            assertThat(lost.waitedFor())
                    .as("milliseconds that those were waited for who lost their places")
                    .allMatch(waited -> waited >= 195);
        }
    }

    private static void noting(List<String> served, String name, Attempt attempt) {
        attempt.answer().thenAccept(answer -> {
            served.add(name);
            answer.grant().release();
        });
    }

    @Test
    void aLongRowOfThoseWhoHaveLeftHidesNobodyBehindIt() {
        RedisStore here = near();
        release(grant(here, "warm", 10_000)); // connected, before the last of them grows old
        for (int i = 0; i < 33; i++) {
            server.command("ZADD", "k:lockgraft#waiting", Integer.toString(i + 1), "wold:" + i);
        }
        server.command("ZADD", "k:lockgraft#heard", Long.toString(System.currentTimeMillis() - 500), "wold:32");

        assertThat(Locks.acquire(here, "k", 0).isBusy()).isTrue();
    }

    @Test
    void anApplicationsOwnLockMayOvertakeAndCostsNobodyItsPlace() {
        RedisStore here = near();
        Grant held = grant(here, "k", 10_000);
        TcpProxy network = network(0);
        RedisStore far = behind(network);
        Attempt first = queued(far, LockKind.EXCLUSIVE, 1);
        Attempt second = queued(here, LockKind.EXCLUSIVE, 2);
        Config config = new Config();
        config.useSingleServer().setAddress(server.address());
        RedissonClient application = Redisson.create(config);
        add(application::shutdown);
        network.delay(100);

        release(held);
        assertThat(application.getLock("k").tryLock())
                .as("while the first is on its way")
                .isTrue();
        network.delay(0);
        await().during(Duration.ofMillis(500))
                .until(() -> !first.answer().isDone() && !second.answer().isDone());
        application.getLock("k").unlock();

        Grant grant = granted(first);
        assertThat(second.answer()).isNotDone();
        release(grant);
        release(granted(second));
    }

    @Test
    void whoStandsStillWithOneKeyInHandHoldsNobodyUpForLongAndGetsItsTurnLater() {
        RedisStore here = near();
        TcpProxy network = network(0);
        RedisStore frozen = behind(network);
        release(grant(frozen, "warm", 10_000));
        Grant held = grant(here, "b", 10_000);
        Attempt still = frozen.acquire(request(LockKind.EXCLUSIVE, 1, Arrays.asList("a", "b"), 60_000, 1_000));
        await().untilAsserted(() -> assertThat(server.keys("*")).contains("a", "b:lockgraft#waiting"));
        network.cut();

        Attempt both = here.acquire(request(LockKind.EXCLUSIVE, 1, Arrays.asList("a", "b"), 60_000, 30_000));
        release(held);

        Grant grant = granted(both);
        network.deliver();
        await().during(Duration.ofMillis(300)).until(() -> !still.answer().isDone());
        release(grant);
        release(granted(still));
    }

    @Test
    void nothingOfAQueueIsLeftWhenItsWaitersAreGone() {
        RedisStore here = near();
        Grant held = grant(here, "k", 10_000);
        assertThat(Locks.acquire(here, "k", 2_000).isBusy()).isTrue();
        await().untilAsserted(() -> assertThat(locks()).containsExactly("k"));

        RedisStore dead = near();
        queued(dead, LockKind.EXCLUSIVE, 1);
        dead.close();
        release(held);

        for (String key : locks()) {
            assertThat((Long) server.command("PTTL", key)).as(key).isBetween(1L, 10_000L);
        }
        release(grant(here, "k", 10_000));
        await().untilAsserted(() -> assertThat(locks()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 16})
    void aReleaseIsAskedForByTheOneWhoseTurnItIs(int waiters) {
        RedisStore here = near();
        long scripts = Long.MAX_VALUE;
        for (int game = 0; game < 3; game++) {
            Grant held = grant(here, "k", 10_000);
            List<Attempt> queue = new ArrayList<>();
            for (int i = 0; i < waiters; i++) {
                queue.add(queued(here, LockKind.EXCLUSIVE, i + 1));
            }
            await().pollDelay(Duration.ofMillis(200)).until(() -> true);
            server.command("CONFIG", "RESETSTAT");

            release(held);
            for (Attempt next : queue) {
                release(granted(next));
            }
            scripts = Math.min(scripts, server.calls("evalsha"));
        }

        assertThat(scripts)
                .as("scripts in the quietest game, of which each grant needs two")
                .isLessThan(3 * waiters + 2);
    }

    /** JVMs that are never without a thread that wants the lock. */
    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void aTurnCostsOneMessageAndThreeScriptsHoweverManyWait(LockKind kind) throws Exception {
        RedisStore[] all = {near(), near(), near(), near()};
        Greedy.play(kind, "before", 1, 40, all);
        long messages = Long.MAX_VALUE;
        long scripts = Long.MAX_VALUE;
        for (int game = 0; game < 3; game++) {
            server.command("CONFIG", "RESETSTAT");
            Greedy.assertShared(Greedy.play(kind, "k" + game, 5, 100, all));
            if (server.calls("evalsha") < scripts) {
                scripts = server.calls("evalsha");
                messages = server.calls("publish");
            }
        }

        // The warm-up of a game and its end cost some more, and so does a waiter that a busy machine has delayed.
        assertThat(messages).as("messages, of 100 turns, in the quietest game").isLessThan(130);
        assertThat(scripts).as("scripts, of 100 turns, in the quietest game").isLessThan(370);
    }

    private Attempt queued(RedisStore backend, LockKind kind, long places) {
        Attempt attempt = backend.acquire(request(kind, "k", 60_000));
        queueHas(places);
        return attempt;
    }

    private void queueHas(long places) {
        await().pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(server.command("ZCARD", "k:lockgraft#waiting"))
                        .isEqualTo(places));
    }

    private List<String> locks() {
        List<String> keys = new ArrayList<>(server.keys("*"));
        keys.removeIf(key -> key.startsWith("redisson_lock_token") || key.contains(":lockgraft#abandoned:"));
        return keys;
    }
}

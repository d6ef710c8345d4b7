package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.loaded;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Hiccups;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a call gets, and when, while the server is ill; and that it gets locks again when the server is well. */
@Timeout(120)
@Shows("scripts are forgotten (`SCRIPT FLUSH`), again and again")
final class RedisFaultsTest {
    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private RedisServer server;
    private RedisStore backend;

    @AfterEach
    void stop() {
        try {
            server.resume();
            Leftovers.awaitNone(server);
        } finally {
            server.close();
            backend.close();
        }
    }

    private void start(String... options) {
        server = RedisServer.startProcess(options);
        backend = new RedisStore(new TestContext(), settings(server.address()));
    }

    private void warm() {
        for (int i = 0; i < 50; i++) {
            release(grant(backend, "warm", 10_000));
        }
    }

    /** Asks with this wait, and checks that the answer is there in time. */
    private Answer inTime(String key, long waitMillis) {
        return inTime(request(key, waitMillis), waitMillis);
    }

    /** On a busy machine what the server says may come after the call has ended; of some calls one can say it. */
    private Answer answeredInTime(String key, long waitMillis) {
        Answer answer = inTime(key, waitMillis);
        for (int i = 0; i < 5 && isSilence(answer); i++) {
            answer = inTime(key, waitMillis);
        }
        return answer;
    }

    private static boolean isSilence(Answer answer) {
        return answer.cause() != null
                && "the lock server has not answered".equals(answer.cause().getMessage());
    }

    private Answer inTime(Request request, long waitMillis) {
        try (Hiccups hiccups = new Hiccups()) {
            Answer answer = answer(backend.acquire(request));
            hiccups.requireWithin(waitMillis);
            return answer;
        }
    }

    @Test
    void aServerThatIsNotThereIsUnavailableAndServesAsSoonAsItIs() {
        server = RedisServer.absent();
        backend = loaded(new RedisStore(new TestContext(), settings(server.address())));

        assertThat(inTime("k", 0).cause()).hasMessageContaining("Unable to connect to Redis server");
        assertThat(inTime("k", 500).cause()).hasMessageContaining("Unable to connect to Redis server");

        Attempt waiting = backend.acquire(request("k", 30_000));
        server.restart();
        release(granted(waiting));
    }

    /** Or an outage of ten minutes would end with as many tombstones as there were calls. */
    @Test
    @FailsWithout("`PendingCleanup#answered` and `Failure#isUnsent` give back nothing that never came to the server")
    void whatNeverCameToTheServerIsNotGivenBack() {
        start();
        warm();
        server.kill();
        // What was on its way when it died may have been executed.
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            Throwable cause = acquire(backend, "probe", 50).cause();
            return texts(cause).contains("Connection refused");
        });

        List<Attempt> inVain = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            inVain.add(backend.acquire(request("order" + i, 100)));
        }
        inVain.forEach(attempt -> assertThat(answer(attempt).cause()).isNotNull());

        server.restart();
        release(grant(backend, "k", 60_000));
        await().during(Duration.ofSeconds(6))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("order*")).isEmpty());
    }

    @Asked.Each
    @FailsWithout("`RedisAttempt#due` gives an answer that is under way the grace of 100 ms, and no more")
    void aFrozenServerIsUnavailableInTimeAndKeepsNothingWhenItThaws(Asked asked) {
        start();
        warm();
        server.freeze();

        assertThat(inTime(asked.request("k0", 0), 0).cause()).hasMessage("the lock server has not answered");
        assertThat(inTime(asked.request("k1", 300), 300).cause()).isNotNull();
        Attempt willing = backend.acquire(asked.request("k2", 60_000));
        assertThat(inTime(asked.request("k3", 3_000), 3_000).cause()).isNotNull();
        server.resume();

        assertThat(release(granted(willing))).isTrue();
        areForTheNext(asked, "k0", "k1", "k2", "k3");
    }

    private void areForTheNext(Asked asked, String... keys) {
        Leftovers.awaitNone(server);
        for (String key : keys) {
            assertThat(release(granted(backend.acquire(asked.rival(key, 10_000)))))
                    .as(key)
                    .isTrue();
        }
        Leftovers.awaitNone(server);
    }

    @Test
    @FailsWithout("`FirstConnection` gives a server that is frozen while the client loads one second of silence")
    void aServerThatIsFrozenBeforeTheFirstCallIsUnavailableInTimeOnceTheClientIsLoaded() {
        start();
        server.freeze();
        loaded(backend);

        assertThat(inTime("k", 0).cause())
                .hasMessageStartingWith(
                        "there is no connection yet: 127.0.0.1:" + server.port() + " has taken it and not answered");

        server.resume();
        release(grant(backend, "k", 60_000));
    }

    @Asked.Each
    void aPausedServerIsUnavailableInTimeAndKeepsNothingAfterwards(Asked asked) {
        start();
        warm();
        server.command("CLIENT", "PAUSE", "2500", "ALL");

        assertThat(inTime(asked.request("k0", 0), 0).cause()).hasMessage("the lock server has not answered");
        assertThat(inTime(asked.request("k1", 1_000), 1_000).cause()).isNotNull();
        Grant held = granted(backend.acquire(asked.request("k2", 60_000)));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("k?")).containsExactly("k2"));
        assertThat(release(held)).isTrue();
        areForTheNext(asked, "k0", "k1", "k2");
    }

    @Test
    void aReadOnlyServerIsUnavailableUntilItIsPromoted() {
        start();
        warm();
        Grant held = grant(backend, "held", 10_000);
        server.command("REPLICAOF", "127.0.0.1", Integer.toString(RedisServer.freePort()));

        assertThat(answeredInTime("k", 0).cause()).hasMessageContaining("READONLY");
        assertThat(answeredInTime("k", 300).cause()).hasMessageContaining("READONLY");
        assertThat(answeredInTime("held", 300).isBusy())
                .as("what is held is known to be")
                .isTrue();

        Attempt waiting = backend.acquire(request("k", 30_000));
        server.command("REPLICAOF", "NO", "ONE");
        assertThat(release(granted(waiting))).isTrue();
        assertThat(release(held)).isTrue();
    }

    @Test
    void aServerOutOfMemoryGrantsNothingButTakesLocksBack() {
        start("--maxmemory-policy", "noeviction");
        Grant held = grant(backend, "held", 10_000);
        server.command("CONFIG", "SET", "maxmemory", "1");

        assertThat(answeredInTime("k", 0).cause()).hasMessage("command not allowed when used memory > 'maxmemory'");
        assertThat(answeredInTime("k", 300).cause()).hasMessageContaining("used memory > 'maxmemory'");
        assertThat(release(held)).isTrue();
        assertThat(server.keys("*")).isEmpty();

        server.command("CONFIG", "SET", "maxmemory", "0");
        release(grant(backend, "k", 10_000));
    }

    @Test
    void aWrongPasswordIsSaidAtOnceWithoutThePassword() {
        server = RedisServer.start("--requirepass", "right").password("right");
        backend =
                new RedisStore(new TestContext(), settings(server.address(), null, "wr0ng", 0, Duration.ofSeconds(2)));
        acquire(backend, "cold", 0);

        long begun = System.nanoTime();
        Answer answer = acquire(backend, "k", 60_000);

        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(20));
        assertThat(texts(answer.cause())).contains("WRONGPASS").doesNotContain("wr0ng");
        server.command("CONFIG", "SET", "requirepass", "wr0ng");
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            Grant grant = acquire(backend, "k", 1_000).grant();
            return grant != null && release(grant);
        });
        server.password("wr0ng");
    }

    @Test
    void aMissingPasswordIsSaidAtOnce() {
        server = RedisServer.start("--requirepass", "right").password("right");
        backend = new RedisStore(new TestContext(), settings(server.address()));

        assertThat(texts(acquire(backend, "k", 60_000).cause())).contains("NOAUTH");
    }

    @Test
    void aUserWithoutTheRightToRunScriptsIsToldAtOnce() {
        start();
        server.command("ACL", "SETUSER", "poor", "on", ">p", "~*", "&*", "+@all", "-@scripting");
        RedisStore poor =
                new RedisStore(new TestContext(), settings(server.address(), "poor", "p", 0, Duration.ofSeconds(2)));
        try {
            assertThat(texts(acquire(poor, "k", 60_000).cause())).contains("NOPERM");
        } finally {
            poor.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EXCLUSIVE, -pexpire, +del",
        "EXCLUSIVE, -pexpire, -del",
        "FENCED, -pexpire, -del",
        "WRITE, -pexpire, -del",
        "READ, -pexpire, -del"
    })
    void aUserWhoMayNotSetAnExpiryLeavesNoKeyWithoutOne(LockKind kind, String expiry, String deletion) {
        start();
        server.command("ACL", "SETUSER", "poor", "on", ">p", "~*", "&*", "+@all", expiry, deletion);
        RedisStore poor = loaded(
                new RedisStore(new TestContext(), settings(server.address(), "poor", "p", 0, Duration.ofSeconds(2))));
        try {
            for (int wait : new int[] {0, 60_000}) {
                Answer answer = answer(poor.acquire(request(kind, "k", wait)));
                assertThat(texts(answer.cause())).contains("can't run this command");
                assertThat(server.keys("k")).isEmpty();
            }
            for (String left : Leftovers.keys(server)) { // of a reader, where nobody may delete it
                assertThat((Long) server.command("PTTL", left)).as(left).isPositive();
                server.command("DEL", left);
            }
        } finally {
            poor.close();
        }
    }

    @Test
    void aUserWhoMayNotSubscribeOrPublishGetsLocksAllTheSame() {
        start();
        server.command("ACL", "SETUSER", "poor", "on", ">p", "~*", "resetchannels", "+@all");
        RedisStore poor =
                new RedisStore(new TestContext(), settings(server.address(), "poor", "p", 0, Duration.ofSeconds(2)));
        try {
            Grant held = grant(poor, "k", 10_000);
            Attempt waiting = poor.acquire(request("k", 30_000));
            assertThat(acquire(poor, "k", 2_000).isBusy()).isTrue();
            assertThat(release(held)).isTrue();
            release(granted(waiting));
        } finally {
            poor.close();
        }
    }

    @Test
    void aUserWhoMaySubscribeOnlyLaterIsSubscribedThen() {
        start();
        server.command("ACL", "SETUSER", "poor", "on", ">p", "~*", "resetchannels", "+@all");
        RedisStore poor =
                new RedisStore(new TestContext(), settings(server.address(), "poor", "p", 0, Duration.ofSeconds(2)));
        try {
            Grant held = grant(backend, "k", 10_000);
            release(grant(poor, "warm", 10_000));
            // The one who was refused has gone when it is time to ask again, but not for so long that it is forgotten.
            assertThat(acquire(poor, "k", 600).isBusy()).isTrue();
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            Attempt waiting = poor.acquire(request("k", 60_000));
            await().pollDelay(Duration.ofMillis(200)).until(() -> channels() == 0);

            server.command("ACL", "SETUSER", "poor", "&*");

            await().atMost(Duration.ofSeconds(20)).until(() -> channels() == 1);
            release(held);
            release(answer(waiting).grant());
            await().atMost(Duration.ofSeconds(20)).until(() -> channels() == 0);
        } finally {
            poor.close();
        }
    }

    @Test
    void aReleaseThatIsNotPublishedIsNoticedByAskingFromTimeToTime() {
        start();
        Grant held = grant(backend, "k", 10_000);
        Attempt waiting = backend.acquire(request("k", 25_000)); // less than the lease, whose end would be noticed
        await().atMost(Duration.ofSeconds(20)).until(() -> channels() == 1);
        // Until its subscription stands it asks more often, and would notice by that.
        await().during(Duration.ofMillis(700))
                .atMost(Duration.ofSeconds(20))
                .until(() -> !waiting.answer().isDone());

        server.command("ACL", "SETUSER", "default", "-publish", "-spublish");
        assertThat(release(held)).isTrue();

        release(granted(waiting));
        Leftovers.awaitNone(server);
    }

    @Test
    @FailsWithout("`WaitState` also asks from time to time, so that a lost message costs a second")
    @Shows("a message is lost: Redis has sent it, and it never arrives, though nothing is closed")
    void aMessageThatIsLostOnItsWayIsMadeUpForByAskingFromTimeToTime() {
        server = RedisServer.startProcess();
        try (TcpProxy network = new TcpProxy(server.port());
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()))) {
            backend = new RedisStore(new TestContext(), settings(network.address()));
            Grant held = grant(holder, "k", 10_000);
            Attempt waiting = backend.acquire(request("k", 25_000)); // less than the lease, whose end would be noticed
            await().atMost(Duration.ofSeconds(20)).until(() -> channels() == 1);
            // Until its subscription stands it asks more often, and would notice by that.
            await().during(Duration.ofMillis(700))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !waiting.answer().isDone());

            network.loseMessages();
            assertThat(release(held)).isTrue();
            long begun = System.nanoTime();

            release(granted(waiting));
            // At the end of its wait it would ask in any case.
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(10));
            assertThat(network.lost()).as("bytes of the message").isPositive();
            Leftovers.awaitNone(server);
        }
    }

    private int channels() {
        return Leftovers.subscriptions(server).size();
    }

    @Test
    void aKeyThatIsNoLockIsUnavailableAtOnce() {
        start();
        server.command("SET", "k", "somebody's");

        assertThat(texts(acquire(backend, "k", 60_000).cause())).contains("WRONGTYPE");
        assertThat(server.command("GET", "k")).isEqualTo("somebody's");
        server.command("DEL", "k");
    }

    @Asked.Each
    void aServerThatIsKilledAndRestartedInTheMiddleServesThoseWhoStillWait(Asked asked) {
        start();
        Grant lost = granted(backend.acquire(asked.rival("k", 10_000)));
        Attempt waiting = backend.acquire(asked.request("k", 60_000));
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);

        server.kill();
        assertThat(inTime("other", 0).cause()).isNotNull();
        server.restart();

        long begun = System.nanoTime();
        Grant next = answer(waiting).grant();
        assertThat(next).isNotNull();
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(10));
        assertThat(release(lost)).isFalse();
        assertThat(release(next)).isTrue();
        areForTheNext(asked, "k");
    }

    @Asked.Each
    void aCallThatIsUnderWayWhenTheServerDiesIsRepeatedAtOnce(Asked asked) {
        server = RedisServer.startProcess();
        backend = new RedisStore(new TestContext(), settings(server.address(), null, null, 0, Duration.ofSeconds(30)));
        warm();
        server.freeze();
        Attempt underWay = backend.acquire(asked.request("k", 60_000));
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);

        long begun = System.nanoTime();
        server.kill();
        server.restart();

        Grant granted = granted(underWay);
        assertThat(System.nanoTime() - begun)
                .as("it does not wait for the command's time-out, 30 s")
                .isLessThan(TimeUnit.SECONDS.toNanos(15));
        assertThat(release(granted)).isTrue();
        areForTheNext(asked, "k");
    }

    @Asked.Each
    void scriptsThatTheServerHasForgottenAreLoadedAgain(Asked asked) {
        start();
        Grant held = granted(backend.acquire(asked.request("k", 10_000)));
        server.command("SCRIPT", "FLUSH");
        assertThat(release(held)).isTrue();
        areForTheNext(asked, "k");
    }

    @Asked.Each
    void aRenewalIsRepeatedWhereTheServerHasForgottenItsScript(Asked asked) throws Exception {
        start();
        List<Grant> held = Arrays.asList(
                granted(backend.acquire(asked.request("k", 10_000))),
                granted(backend.acquire(asked.request("l", 10_000))));
        for (CompletableFuture<Renewal> renewed : backend.renew(held)) {
            assertThat(Renewals.isHeld(renewed)).isTrue();
        }

        server.command("SCRIPT", "FLUSH");

        for (int round = 0; round < 2; round++) {
            for (CompletableFuture<Renewal> renewed : backend.renew(held)) {
                assertThat(Renewals.isHeld(renewed)).isTrue();
            }
        }
        held.forEach(grant -> assertThat(release(grant)).isTrue());
    }

    @Asked.Each
    @Shows("`FLUSHALL`, `DEL` of a key, an eviction")
    void aLockThatIsEvictedIsLostAtItsNextRenewal(Asked asked) throws Exception {
        start("--maxmemory-policy", "allkeys-random");
        Grant held = granted(backend.acquire(asked.request("k", 10_000)));

        server.command("CONFIG", "SET", "maxmemory", "1");
        await().until(() -> server.keys("k").isEmpty());
        server.command("CONFIG", "SET", "maxmemory", "0");

        assertThat(server.info("stats", "evicted_keys")).isNotEqualTo("0");
        assertThat(Renewals.isHeld(backend, held)).isFalse();
        assertThat(release(held)).isFalse();
    }

    private static String texts(Throwable error) {
        StringBuilder all = new StringBuilder();
        for (Throwable e = error; e != null; e = e.getCause()) {
            all.append(e).append('\n');
        }
        return all.toString();
    }
}

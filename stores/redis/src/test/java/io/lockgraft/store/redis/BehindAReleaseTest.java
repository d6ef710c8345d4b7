package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.script.AcquireAnswer;
import io.lockgraft.store.redis.script.Scripts;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A release that arrives only after the acquire that was sent behind it. */
@Timeout(60)
@Shows("a release is still on its way when the same JVM wants the key again")
final class BehindAReleaseTest {
    private static RedisServer server;
    private static Client client;
    private static Commands commands;

    @BeforeAll
    static void start() throws Exception {
        server = RedisServer.start();
        client = new Client(new TestContext(), settings(server.address()));
        commands = client.commands().get(30, TimeUnit.SECONDS);
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        server.command("FLUSHALL");
    }

    private static Request of(LockKind kind, String... keys) {
        return request(kind, 1, Arrays.asList(keys), 10_000, 30_000);
    }

    private static boolean take(Request request, Request... before) throws Exception {
        return commands.acquire(request, 0, Arrays.asList(before), Locks.inAMinute())
                        .get(10, TimeUnit.SECONDS)
                        .busy
                < 0;
    }

    private static boolean wait(Request request, Request... before) throws Exception {
        return commands.acquire(request, 1000, Arrays.asList(before), Locks.inAMinute())
                        .get(10, TimeUnit.SECONDS)
                        .busy
                < 0;
    }

    private static boolean release(Request request) throws Exception {
        return Scripts.wasOurs(commands.release(request).get(10, TimeUnit.SECONDS));
    }

    private static boolean bury(Request request) throws Exception {
        return Scripts.wasOurs(commands.bury(request, true).get(10, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    void isNoLossAndLeavesNothing(LockKind kind) throws Exception {
        Request before = of(kind, "a", "b");
        Request next = of(kind, "a", "b");
        assertThat(take(before)).isTrue();
        assertThat(take(next)).as("without naming it").isFalse();

        assertThat(take(next, before)).isTrue();

        assertThat(release(before)).isTrue();
        assertThat(release(before)).as("once more").isFalse();
        assertThat(take(of(kind, "a"))).as("held by the next one").isFalse();
        assertThat(release(next)).isTrue();
        assertThat(server.keys("*")).allMatch(key -> key.startsWith("redisson_lock_token"));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    void isNoLossWhereItAlsoRefusesWhatIsLate(LockKind kind) throws Exception {
        Request before = of(kind, "a");
        Request next = of(kind, "a");
        assertThat(take(before)).isTrue();
        assertThat(take(next, before)).isTrue();

        assertThat(bury(before)).isTrue();

        assertThat(release(next)).isTrue();
        assertThat(take(before)).as("buried").isFalse();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    void leavesNothingWhereItIsThatOfAnAttemptThatWasGivenUp(LockKind kind) throws Exception {
        Request before = of(kind, "a");
        Request next = of(kind, "a");
        assertThat(take(before)).isTrue();
        assertThat(take(next, before)).isTrue();

        commands.bury(before, false).get(10, TimeUnit.SECONDS);

        assertThat(release(next)).isTrue();
        assertThat(server.keys("a*")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    void changesNothingWhereItArrivesFirstAfterAll(LockKind kind) throws Exception {
        Request before = of(kind, "a");
        Request next = of(kind, "a");
        assertThat(take(before)).isTrue();
        assertThat(release(before)).isTrue();

        assertThat(take(next, before)).isTrue();

        assertThat(server.keys("*abandoned*")).isEmpty();
        assertThat(release(next)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    void isALossWhereTheLockWasLostBefore(LockKind kind) throws Exception {
        Request before = of(kind, "a");
        Request next = of(kind, "a");
        assertThat(take(before)).isTrue();
        server.command("DEL", "a");

        assertThat(take(next, before)).isTrue();

        assertThat(release(before)).isFalse();
        assertThat(release(next)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    void takesNothingFromWhomeverHasItMeanwhile(LockKind kind) throws Exception {
        Request before = of(kind, "a");
        Request other = of(kind, "a");
        Request next = of(kind, "a");
        assertThat(take(before)).isTrue();
        server.command("DEL", "a");
        assertThat(take(other)).isTrue();

        assertThat(take(next, before)).isFalse();

        assertThat(release(before)).isFalse();
        assertThat(release(other)).isTrue();
    }

    @Test
    void isALossWhereOneOfSeveralKeysWasLostAndTheOthersAreGivenBack() throws Exception {
        Request before = of(LockKind.EXCLUSIVE, "a", "b", "c");
        Request next = of(LockKind.EXCLUSIVE, "a", "b", "c");
        assertThat(take(before)).isTrue();
        server.command("DEL", "b");

        assertThat(take(next, before)).isTrue();

        assertThat(release(before)).isFalse();
        assertThat(release(next)).isTrue();
        assertThat(server.keys("*")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAIR", "WRITE"})
    void doesNotLetTheNextOneOvertakeWhoWaits(LockKind kind) throws Exception {
        Request before = of(kind, "a");
        Request waiter = of(kind, "a");
        Request next = of(kind, "a");
        assertThat(take(before)).isTrue();
        assertThat(wait(waiter)).isFalse();

        assertThat(take(next, before)).as("behind a waiter").isFalse();

        assertThat(take(waiter)).as("it is free for the waiter").isTrue();
        assertThat(release(before)).isTrue();
        assertThat(release(waiter)).isTrue();
    }

    @Test
    void theTokensGrow() throws Exception {
        long last = 0;
        Request before = of(LockKind.FENCED, "a");
        List<Request> none = Collections.emptyList();
        for (int i = 0; i < 10; i++) {
            Request next = of(LockKind.FENCED, "a");
            AcquireAnswer said = commands.acquire(
                            next, 0, i == 0 ? none : Collections.singletonList(before), Locks.inAMinute())
                    .get(10, TimeUnit.SECONDS);
            assertThat(said.busy).isNegative();
            assertThat(said.value).isGreaterThan(last);
            last = said.value;
            before = next;
        }
    }

    @Test
    void isWaitedForLikeAnyOtherWhereNoMarkMayBeLeft() throws Exception {
        Request before = of(LockKind.EXCLUSIVE, "a");
        Request next = of(LockKind.EXCLUSIVE, "a");
        assertThat(take(before)).isTrue();
        server.command("ACL", "SETUSER", "default", "-set");
        try {
            assertThat(take(next, before)).isFalse();
            assertThat(release(before)).isTrue();
            assertThat(take(next, before)).isTrue();
            assertThat(release(next)).isTrue();
        } finally {
            server.command("ACL", "SETUSER", "default", "+set");
        }
    }

    @Test
    void severalWhoAreOnTheirWayAreAllNamed() throws Exception {
        Request first = request(LockKind.SEMAPHORE, 2, Collections.singletonList("s"), 10_000, 30_000);
        Request second = request(LockKind.SEMAPHORE, 2, Collections.singletonList("s"), 10_000, 30_000);
        Request third = request(LockKind.SEMAPHORE, 2, Collections.singletonList("s"), 10_000, 30_000);
        Request fourth = request(LockKind.SEMAPHORE, 2, Collections.singletonList("s"), 10_000, 30_000);
        assertThat(take(first) && take(second)).isTrue();
        assertThat(take(third)).isFalse();

        assertThat(take(third, first, second)).isTrue();
        assertThat(take(fourth, first, second)).isTrue();

        assertThat(release(first) && release(second) && release(third) && release(fourth))
                .isTrue();
        assertThat(server.keys("*")).isEmpty();
    }

    /** Of an attempt with two commands one may be granted and given back, while the other is still on its way. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "READ")
    @FailsWithout("`release.lua` takes a tombstone for no mark")
    void leavesATombstoneWhereItIs(LockKind kind) throws Exception {
        Request owner = of(kind, "a");
        assertThat(take(owner)).isTrue();
        assertThat(bury(owner)).isTrue();

        assertThat(release(owner)).as("given back before").isTrue();

        assertThat(take(owner)).as("what comes late").isFalse();
        assertThat(server.keys("a")).isEmpty();
    }

    @Test
    void isALossForWhoHeldNothingHoweverOftenItIsAskedFor() throws Exception {
        Request owner = of(LockKind.EXCLUSIVE, "a");

        assertThat(bury(owner)).isFalse();
        assertThat(bury(owner)).isFalse();
        assertThat(release(owner)).isFalse();
    }
}

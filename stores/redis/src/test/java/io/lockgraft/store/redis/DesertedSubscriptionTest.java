package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.signal.ChannelSubscription;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.RespClient;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A subscription is kept for a second after its last waiter has left, and then given up; its connection is, once nobody
 * has waited for ten.
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class DesertedSubscriptionTest {
    private static final int KEYS = 300;

    /** Were the old subscription's end sent after the new one's beginning, nobody would be woken. */
    @Test
    void whoWaitsAgainJustAsASubscriptionIsGivenUpIsSubscribed() {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), Locks.settings(server.address()));
                RedisStore waiter = new RedisStore(new TestContext(), Locks.settings(server.address()))) {
            for (int i = 0; i < KEYS; i++) {
                grant(holder, "k" + i, 10_000);
            }
            List<Attempt> waiting = waiting(waiter);
            for (int round = 0; round < Whole.rounds(5, 2); round++) {
                await().until(() -> subscriptions(server) == KEYS);
                waiting.forEach(Attempt::abandon);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(970 + 10 * round));
                waiting = waiting(waiter);
                List<Attempt> all = waiting;
                await().until(() -> all.stream().allMatch(Attempt::isContended));
                await().during(Duration.ofMillis(300))
                        .untilAsserted(() -> assertThat(subscriptions(server))
                                .as("subscriptions")
                                .isEqualTo(KEYS));
            }
            waiting.forEach(Attempt::abandon);
        }
    }

    @Test
    @Tag("whole")
    void theConnectionIsGivenUpWhereNobodyWaitsAndMadeAgainForWhoeverDoes() {
        try (RedisServer server = RedisServer.start();
                RespClient looks = server.connect();
                RedisStore holder = new RedisStore(new TestContext(), Locks.settings(server.address()));
                RedisStore waiter = new RedisStore(new TestContext(), Locks.settings(server.address()))) {
            for (int round = 0; round < 2; round++) {
                Grant held = grant(holder, "k", 60_000);
                Attempt waiting = waiter.acquire(request("k", 60_000));
                await().until(() -> subscriptions(server) == 1);
                assertThat(connections(looks)).isEqualTo(3);
                release(held);
                release(answer(waiting).grant());

                await().atMost(Duration.ofSeconds(20)).until(() -> connections(looks) == 2);
            }
        }
    }

    /** Rounds begin before the connection is closed, while it is, and after. */
    @Test
    void whoWaitsAsTheConnectionIsGivenUpHearsWhatIsTold() throws Exception {
        try (RedisServer server = RedisServer.start();
                RespClient looks = server.connect();
                Client client = new Client(new TestContext(), Locks.settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"))) {
            Commands commands = client.commands().get(20, TimeUnit.SECONDS);
            ReleaseChannels signals = new ReleaseChannels(clock, TimeUnit.MILLISECONDS.toNanos(200));
            int closed = 0;
            int rounds = Whole.rounds(30, 6);
            for (int round = 0; round < rounds; round++) {
                Semaphore released = new Semaphore(0);
                ReleaseChannels.Waiter waiter = waiter(released);
                List<ChannelSubscription> joined = joined(signals, commands, waiter);
                for (ChannelSubscription each : joined) {
                    assertThat(looks.command("PUBLISH", each.name, "0")).isEqualTo(1L);
                }
                assertThat(released.tryAcquire(joined.size(), 20, TimeUnit.SECONDS))
                        .as("told in round %d", round)
                        .isTrue();
                joined.forEach(each -> each.remove(waiter));
                await().until(() -> ((List<?>) looks.command("PUBSUB", "CHANNELS")).isEmpty());
                boolean awaits = round % 2 == 0;
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(awaits ? 20_000 : 25 * round);
                while (connections(looks) == 2 && System.nanoTime() - until < 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                closed += connections(looks) == 1 ? 1 : 0;
            }
            assertThat(closed)
                    .as("rounds of %d in which the connection was seen to be closed", rounds)
                    .isGreaterThanOrEqualTo(rounds / 2);
        }
    }

    /** It is due while Redisson has another one half made in its place. */
    @Test
    void aConnectionThatIsJustMadeAgainIsGivenUpToo() throws Exception {
        try (RedisServer server = RedisServer.start();
                Client client = new Client(new TestContext(), Locks.settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"))) {
            Commands commands = client.commands().get(20, TimeUnit.SECONDS);
            ReleaseChannels signals = new ReleaseChannels(clock, TimeUnit.MILLISECONDS.toNanos(200));
            for (int round = 0; round < Whole.rounds(5, 2); round++) {
                ReleaseChannels.Waiter waiter = waiter(new Semaphore(0));
                joined(signals, commands, waiter).forEach(each -> each.remove(waiter));
                await().pollInterval(Duration.ofMillis(1)).until(() -> subscriptions(server) == 0);
                server.command("CLIENT", "KILL", "TYPE", "normal");

                server.freeze();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1100));
                server.resume();

                try (RespClient looks = server.connect()) {
                    await().during(Duration.ofSeconds(1))
                            .atMost(Duration.ofSeconds(20))
                            .until(() -> connections(looks) == 1);
                }
            }
        }
    }

    private static List<ChannelSubscription> joined(
            ReleaseChannels signals, Commands commands, ReleaseChannels.Waiter waiter) {
        List<ChannelSubscription> joined = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            joined.add(signals.join(commands, "channel" + i, waiter));
        }
        await().pollInterval(Duration.ofMillis(5)).until(() -> joined.stream().allMatch(ChannelSubscription::stands));
        return joined;
    }

    private static ReleaseChannels.Waiter waiter(Semaphore released) {
        return new ReleaseChannels.Waiter() {
            @Override
            public void released() {
                released.release();
            }

            @Override
            public void called() {}
        };
    }

    /** Without the one that looks. */
    private static int connections(RespClient looks) {
        String clients = (String) looks.command("INFO", "clients");
        return Integer.parseInt(clients.replaceAll("(?s).*connected_clients:(\\d+).*", "$1")) - 1;
    }

    private static List<Attempt> waiting(RedisStore backend) {
        List<Attempt> waiting = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            waiting.add(backend.acquire(request("k" + i, 60_000)));
        }
        return waiting;
    }

    private static int subscriptions(RedisServer server) {
        return ((List<?>) server.command("PUBSUB", "CHANNELS")).size();
    }
}

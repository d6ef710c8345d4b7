package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A call holds several keys, and one of them cannot be given back: the others are, each for itself and at once. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class SeveralKeysFaultsTest {
    /** Much, because it is asked with a wait of nothing, which is what tells that a key is free at once. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private final Closing open = new Closing();
    private RedisStore here;
    private RedisStore there;

    @AfterEach
    void close() throws Exception {
        open.close();
    }

    private void open(Topology topology) {
        RedisSettings settings =
                RedisSettings.of(topology).timeout(Duration.ofSeconds(5)).build();
        here = open.add(new RedisStore(new TestContext(), settings, GRACE));
        there = open.add(new RedisStore(new TestContext(), settings, GRACE));
    }

    private RedisServer startOne() {
        RedisServer server = open.add(RedisServer.start());
        open(Topology.single(server.address()));
        return server;
    }

    private Grant taken(Asked asked, String... keys) {
        return granted(here.acquire(asked.request(Arrays.asList(keys), 30_000)));
    }

    private void isFree(Asked asked, String key) {
        isFreeWithin(0, asked, key);
    }

    private void isFreeWithin(long millis, Asked asked, String key) {
        assertThat(release(granted(there.acquire(asked.rival(key, millis)))))
                .as("%s, %s", asked, key)
                .isTrue();
    }

    /** The lock itself, or what lies beside it. */
    private static boolean isOf(String lock, String key) {
        return key.equals(lock) || key.startsWith(lock + ':') || key.startsWith('{' + lock + "}:");
    }

    @Asked.Each
    void aKeyThatIsNoLockForAWhileKeepsNoneOfTheOthersLockedAndIsGivenBackThen(Asked asked) throws Exception {
        RedisServer server = startOne();
        for (String replaced : Arrays.asList("a", "b", "c")) {
            List<String> others = new ArrayList<>(Arrays.asList("a", "b", "c"));
            others.remove(replaced);
            Grant grant = taken(asked, "a", "b", "c");
            Attempt waiting = there.acquire(asked.rival(others.get(0), 60_000));
            await().until(waiting::isContended);
            server.command("RENAME", replaced, replaced + ":saved");
            server.command("SET", replaced, "somebody's");

            assertThat(Renewals.cause(grant.release())).hasMessageContaining("WRONGTYPE");

            assertThat(release(granted(waiting))).as("%s of a waiter", asked).isTrue();
            isFree(asked, others.get(1));
            assertThat(server.command("GET", replaced)).isEqualTo("somebody's");
            assertThat(Leftovers.keys(server)).allMatch(key -> isOf(replaced, key));
            server.command("RENAME", replaced + ":saved", replaced);
            isFreeWithin(20_000, asked, replaced);
        }
        Leftovers.awaitNone(server);
    }

    @Asked.Each
    void aKeyThatIsNoLockAnyMoreEndsNoneOfTheOthersLaterThanTheyWereToEnd(Asked asked) throws Exception {
        RedisServer server = startOne();
        Grant grant = taken(asked, "a", "b", "c");
        server.command("SET", "b", "somebody's");

        assertThat(Renewals.cause(grant.releaseAfter(500))).hasMessageContaining("WRONGTYPE");

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Leftovers.keys(server)).allMatch(key -> isOf("b", key)));
        isFree(asked, "a");
        isFree(asked, "c");
    }

    @Test
    void aServerOfAClusterThatIsFrozenKeepsNoneOfTheOthersKeysLocked() throws Exception {
        keepsNoneOfTheOthersLocked(RedisServer::freeze, RedisServer::resume);
    }

    @Test
    @Tag("whole")
    void aServerOfAClusterThatDiesKeepsNoneOfTheOthersKeysLocked() throws Exception {
        keepsNoneOfTheOthersLocked(RedisServer::kill, RedisServer::restart);
    }

    private void keepsNoneOfTheOthersLocked(Consumer<RedisServer> fault, Consumer<RedisServer> cure) throws Exception {
        RedisCluster servers = open.add(RedisCluster.start("--cluster-node-timeout", "60000"));
        open(new Topology(Topology.Kind.CLUSTER, null, servers.addresses()));
        RedisServer ill = lastOf(servers.masters());
        Map<Asked, List<String>> keys = keysOnEachMaster(servers);
        Map<Asked, Grant> held = takenTogether(keys);

        fault.accept(ill);
        Map<Asked, CompletableFuture<Renewal>> released = releasedAllButOne(held, keys);
        for (Map.Entry<Asked, CompletableFuture<Renewal>> each : released.entrySet()) {
            assertThat(Renewals.cause(each.getValue())).as("%s", each.getKey()).isNotNull();
        }
        cure.accept(ill);

        endsWithNothingLeft(servers, keys);
    }

    /** For each kind a key on each master, in the order of the masters. */
    private static Map<Asked, List<String>> keysOnEachMaster(RedisCluster servers) {
        Map<Asked, List<String>> keys = new LinkedHashMap<>();
        Asked.all()
                .forEach(asked -> keys.put(
                        asked,
                        servers.masters().stream()
                                .map(master -> keyOn(servers, master, asked))
                                .collect(Collectors.toList())));
        return keys;
    }

    private static String keyOn(RedisCluster servers, RedisServer master, Asked asked) {
        int i = 0;
        while (servers.masterOf(asked + ":" + i) != master) {
            i++;
        }
        return asked + ":" + i;
    }

    private Map<Asked, Grant> takenTogether(Map<Asked, List<String>> keys) {
        Map<Asked, Grant> held = new LinkedHashMap<>();
        keys.forEach((asked, its) ->
                held.put(asked, taken(asked, its.stream().sorted().toArray(String[]::new))));
        // The other one has all that it needs before a server is ill.
        Map<String, Attempt> others = new LinkedHashMap<>();
        keys.forEach((asked, its) -> its.forEach(key -> others.put(key, there.acquire(asked.rival(key, 2_000)))));
        others.forEach((key, attempt) -> assertThat(answer(attempt).isBusy())
                .as("%s, %s", key, answer(attempt).cause())
                .isTrue());
        return held;
    }

    /** It is given back first. */
    private static RedisServer lastOf(List<RedisServer> masters) {
        return masters.get(masters.size() - 1);
    }

    /** All but the key of the last master are free as soon as the releases have arrived: long before that one fails. */
    private Map<Asked, CompletableFuture<Renewal>> releasedAllButOne(
            Map<Asked, Grant> held, Map<Asked, List<String>> keys) {
        Map<Asked, CompletableFuture<Renewal>> released = new LinkedHashMap<>();
        held.forEach((asked, grant) -> released.put(asked, grant.release()));
        keys.forEach((asked, its) -> its.subList(0, its.size() - 1).forEach(key -> isFreeWithin(3_000, asked, key)));
        return released;
    }

    private void endsWithNothingLeft(RedisCluster servers, Map<Asked, List<String>> keys) {
        Leftovers.awaitNone(servers.masters());
        keys.forEach((asked, its) ->
                its.forEach(key -> assertThat(release(granted(there.acquire(asked.rival(key, 30_000)))))
                        .as(key)
                        .isTrue()));
        Leftovers.awaitNone(servers.masters());
    }
}

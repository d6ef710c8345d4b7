package io.lockgraft.store.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A quorum of real servers of which one is ill, or for which many contend. */
@Timeout(240)
final class QuorumOnRedisTest {
    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private final List<RedisServer> started = new ArrayList<>();
    private final List<RedisServer> servers = new ArrayList<>();
    private final List<LockStore> quorums = new ArrayList<>();
    private int keys;
    private LockKind kind = LockKind.EXCLUSIVE;
    private long lease = 30_000;

    @BeforeEach
    void start() {
        for (int i = 0; i < 3; i++) {
            servers.add(RedisServer.start());
            started.add(servers.get(i));
        }
    }

    @AfterEach
    void close() {
        try {
            started.forEach(RedisServer::resume);
            Leftovers.awaitNone(started);
        } finally {
            quorums.forEach(LockStore::close);
            started.forEach(RedisServer::close);
        }
    }

    /**
     * The calls of three quorums alternate, so that whatever else the machine does befalls all alike: one is well, one
     * has a server that is frozen, one has a server that is dead. Each is each in its turn, and each of the three
     * servers is ill.
     */
    @EachKind
    @Tag("whole")
    void callsTakeNoLongerThanAFifthMoreWhileOneOfThreeServersIsDownOrFrozen(LockKind asked) throws Exception {
        kind = asked;
        lease = 2000;
        List<Group> groups = new ArrayList<>();
        groups.add(new Group(servers, open()));
        for (int i = 1; i < 3; i++) {
            groups.add(startAnother());
        }
        for (int i = 0; i < 500; i++) {
            for (Group each : groups) {
                call(each.quorum);
            }
        }
        List<Double> frozen = new ArrayList<>();
        List<Double> down = new ArrayList<>();
        long longest = 0;
        for (int round = 0; round < 9; round++) {
            int ill = round / 3;
            Group usual = groups.get(round % 3);
            Group withFrozen = groups.get((round + 1) % 3);
            Group withDead = groups.get((round + 2) % 3);
            withFrozen.servers.get(ill).freeze();
            withDead.servers.get(ill).kill();
            List<List<Long>> took = alternating(200, usual.quorum, withFrozen.quorum, withDead.quorum);
            withFrozen.servers.get(ill).resume();
            withDead.servers.get(ill).restart();
            awaitVote(withFrozen.quorum, withFrozen.servers.get(ill));
            awaitVoteAgain(withDead.servers.get(ill), () -> call(withDead.quorum) > 0);
            awaitVote(withDead.quorum, withDead.servers.get(ill));

            double well = median(took.get(0));
            frozen.add(median(took.get(1)) / well);
            down.add(median(took.get(2)) / well);
            longest = Math.max(longest, Math.max(Collections.max(took.get(1)), Collections.max(took.get(2))));
            System.out.printf(
                    "==== %s on a quorum of three, median of 200: %.0f us; server %d frozen: x %.2f; dead: x %.2f%n",
                    kind, well / 1000, ill, frozen.get(round), down.get(round));
        }

        assertNoLonger("frozen", frozen);
        assertNoLonger("down", down);
        assertThat(longest).as("the longest with one that is ill, in ns").isLessThan(SECONDS.toNanos(2));
    }

    /**
     * What it is over all rounds; and for each server at least once, however busy the machine was in the other rounds.
     */
    private static void assertNoLonger(String how, List<Double> ratios) {
        assertThat(median(ratios)).as("one %s, the median of %s", how, ratios).isLessThan(1.2);
        for (int server = 0; server < 3; server++) {
            List<Double> own = ratios.subList(3 * server, 3 * server + 3);
            assertThat(Collections.min(own))
                    .as("server %d is %s, the best of %s", server, how, own)
                    .isLessThan(1.2);
        }
    }

    /**
     * All three have granted it before it is given back; a server whose answer has not come by then costs a command
     * more.
     */
    @EachKind
    void aCallCostsEachServerWhatItWouldCostASingleOne(LockKind asked) throws Exception {
        kind = asked;
        LockStore quorum = open();
        calls(quorum, 20);
        for (RedisServer server : servers) {
            awaitVote(quorum, server);
        }
        awaitQuiet();
        servers.forEach(server -> server.command("CONFIG", "RESETSTAT"));
        int calls = 0;
        int whole = 0;
        while (whole < 50) {
            calls++;
            whole += callOfAll(quorum) ? 1 : 0;
            assertThat(calls).as("calls, of which %d had all servers", whole).isLessThan(100);
        }

        awaitQuiet();

        for (RedisServer server : servers) {
            int more = 10 + 3 * (calls - whole);
            assertThat(server.calls("evalsha")).as("scripts of %d calls", calls).isBetween(2 * whole, 2 * whole + more);
        }
    }

    /** Whether all servers had granted it before it was given back. */
    private boolean callOfAll(LockStore quorum) throws Exception {
        String key = "whole:" + keys++;
        Grant grant = Locks.granted(quorum.acquire(request(key)));
        long until = System.nanoTime() + SECONDS.toNanos(1);
        boolean all = false;
        while (!all && System.nanoTime() - until < 0) {
            all = servers.stream().noneMatch(server -> server.keys(key).isEmpty());
        }
        assertThat(Locks.release(grant)).isTrue();
        return all;
    }

    /** Until no server has been asked anything for a while. */
    private void awaitQuiet() {
        int[] last = {-1};
        await().during(Duration.ofMillis(300)).until(() -> {
            int now =
                    servers.stream().mapToInt(server -> server.calls("evalsha")).sum();
            boolean same = now == last[0];
            last[0] = now;
            return same;
        });
    }

    @Test
    @Shows("a member comes back without its data")
    void aHoldSurvivesAServersDeathAndIsLostWhenMostHaveForgotten() throws Exception {
        lease = 2000;
        LockStore quorum = open();
        calls(quorum, 20);
        Grant grant = Locks.granted(quorum.acquire(request("k")));
        await().until(() -> servers.stream().allMatch(server -> server.keys("k").size() == 1));

        servers.get(0).kill();
        assertThat(renewed(quorum, grant)).isTrue();
        servers.get(0).restart();
        awaitVoteAgain(servers.get(0), () -> renewed(quorum, grant));
        await("the restarted server has the lock, and keeps it")
                .atMost(Duration.ofSeconds(30))
                .during(Duration.ofMillis(500))
                .until(() -> renewed(quorum, grant) && servers.get(0).keys("k").size() == 1);
        // Confirmed by all, the restarted server too, so that another may fail; that may be the last to answer.
        for (int i = 0; i < 20; i++) {
            assertThat(renewed(quorum, grant)).isTrue();
        }
        servers.get(1).command("FLUSHALL");
        assertThat(renewed(quorum, grant)).isTrue();
        servers.forEach(server -> server.command("FLUSHALL"));
        assertThat(renewed(quorum, grant)).isFalse();
        assertThat(Renewals.isHeld(grant.release())).isFalse();
        for (RedisServer server : servers) {
            await().during(Duration.ofMillis(200)).until(() -> server.keys("k").isEmpty());
        }
    }

    /** The holder has it of the first two, and the other JVM would have it of the last two. */
    @Test
    @Shows("a member comes back without its data while another member is away")
    void aServerThatIsEmptiedWhileAnotherIsAwayLetsNobodyIn() throws Exception {
        LockStore rival = open();
        calls(rival, 5);
        LockStore holder = quorum(
                Arrays.asList(servers.get(0).address(), servers.get(1).address(), "redis://127.0.0.1:" + Ports.free()));
        Grant held = Locks.granted(holder.acquire(request("k")));
        servers.get(0).freeze();

        servers.get(1).command("FLUSHALL");

        for (int i = 0; i < 5; i++) {
            Answer answer = Locks.answer(rival.acquire(Locks.request("k", 500)));
            assertThat(answer.grant()).as("while the first has it").isNull();
        }
        servers.get(0).resume();
        assertThat(Locks.answer(rival.acquire(Locks.request("k", 500))).grant()).isNull();
        held.release();
    }

    @Test
    void votesThatSplitAmongJvmsAreSettledAndNobodyStarves() throws Exception {
        List<AtomicInteger> shares = new ArrayList<>();
        AtomicInteger inside = new AtomicInteger();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<?>> threads = new ArrayList<>();
        for (int jvm = 0; jvm < 4; jvm++) {
            LockStore quorum = open();
            calls(quorum, 5);
        }
        long until = System.nanoTime() + SECONDS.toNanos(5);
        for (LockStore quorum : quorums) {
            for (int t = 0; t < 3; t++) {
                AtomicInteger share = new AtomicInteger();
                shares.add(share);
                threads.add(pool.submit(() -> {
                    while (System.nanoTime() - until < 0) {
                        Grant grant = Locks.granted(quorum.acquire(Locks.request("hot", 60_000)));
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        inside.decrementAndGet();
                        assertThat(Locks.release(grant)).isTrue();
                        share.incrementAndGet();
                    }
                    return null;
                }));
            }
        }
        pool.shutdown();
        for (Future<?> thread : threads) {
            thread.get(100, SECONDS);
        }

        System.out.println("one key, three servers, 4 clients x 3 threads, 5 s: entries of each thread " + shares);
        assertThat(shares).allMatch(share -> share.get() > 0);
    }

    @Test
    @Shows("a member is dead or frozen")
    void noTwoAreInsideWhileAServerIsRestartedEmptyAndAnotherFreezes() throws Exception {
        lease = 2000;
        Queue<long[]> stays = new ConcurrentLinkedQueue<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<?>> threads = new ArrayList<>();
        long begun = System.nanoTime();
        for (int jvm = 0; jvm < 3; jvm++) {
            LockStore quorum = open();
            calls(quorum, 5);
            for (int t = 0; t < 2; t++) {
                threads.add(pool.submit(() -> {
                    while (!over.get()) {
                        Grant grant = Locks.granted(quorum.acquire(Locks.request("hot", 60_000, lease)));
                        long begin = System.nanoTime();
                        Thread.sleep(1);
                        // Nobody renews it; on a machine that stands still it may have ended.
                        long end = Math.min(System.nanoTime(), grant.sentAt() + MILLISECONDS.toNanos(lease));
                        stays.add(new long[] {begin, Math.max(begin, end)});
                        // What the release is answered while its servers fall ill is another matter.
                        grant.release().handle((ours, error) -> ours).get(30, SECONDS);
                    }
                    return null;
                }));
            }
        }
        try {
            goesOn(stays, threads);
            servers.get(0).kill();
            goesOn(stays, threads);
            servers.get(0).restart();
            goesOn(stays, threads);
            awaitVoteAgain(servers.get(0), () -> true);

            servers.get(1).freeze();
            goesOn(stays, threads);
            servers.get(1).resume();
            goesOn(stays, threads);
        } finally {
            over.set(true);
            pool.shutdown();
        }
        for (Future<?> thread : threads) {
            thread.get(60, SECONDS);
        }
        List<long[]> sorted = new ArrayList<>(stays);
        sorted.sort(Comparator.comparingLong(stay -> stay[0] - begun));
        for (int i = 1; i < sorted.size(); i++) {
            assertThat(sorted.get(i)[0] - sorted.get(i - 1)[1])
                    .as("nanoseconds between stay %d and the one before, of %d", i, sorted.size())
                    .isNotNegative();
        }
    }

    /** A server that came back empty votes when the longest lease is over, which one of the calls has to find out. */
    private void awaitVoteAgain(RedisServer server, Callable<Boolean> meanwhile) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            assertThat(meanwhile.call()).isTrue();
            String entry = (String) server.command("GET", "test:lockgraft#store");
            List<?> time = (List<?>) server.command("TIME");
            Matcher from = Pattern.compile(" from=([1-9]\\d*) ").matcher(entry == null ? "" : entry);
            return from.find() && Long.parseLong((String) time.get(0)) * 1000 > Long.parseLong(from.group(1));
        });
    }

    private static void goesOn(Queue<long[]> stays, List<Future<?>> threads) {
        int before = stays.size();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> stays.size() - before >= 100 || threads.stream().anyMatch(Future::isDone));
    }

    private static final class Group {
        final List<RedisServer> servers;
        final LockStore quorum;

        Group(List<RedisServer> servers, LockStore quorum) {
            this.servers = servers;
            this.quorum = quorum;
        }
    }

    private Group startAnother() {
        List<RedisServer> more = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            more.add(RedisServer.start());
            started.add(more.get(i));
        }
        return new Group(more, open(more));
    }

    private LockStore open() {
        return open(servers);
    }

    private LockStore open(List<RedisServer> members) {
        return quorum(members.stream().map(RedisServer::address).collect(Collectors.toList()));
    }

    private LockStore quorum(List<String> addresses) {
        List<LockStore> backends = new ArrayList<>();
        for (String address : addresses) {
            backends.add(new RedisStore(new TestContext(), Locks.settings(address)));
        }
        LockStore quorum = new MajorityStore(new TestContext(), backends);
        quorums.add(quorum);
        return quorum;
    }

    private void calls(LockStore quorum, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            call(quorum);
        }
    }

    /** How long each call of each of them took, by turns. */
    private List<List<Long>> alternating(int count, LockStore... those) throws Exception {
        List<List<Long>> took = new ArrayList<>();
        for (int i = 0; i < those.length; i++) {
            took.add(new ArrayList<>());
        }
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < those.length; j++) {
                int next = (i + j) % those.length;
                took.get(next).add(call(those[next]));
            }
        }
        return took;
    }

    /** How many nanoseconds it took to be granted, and to be given back, on a key of its own. */
    private long call(LockStore quorum) throws Exception {
        long begun = System.nanoTime();
        Answer answer = quorum.acquire(request("call:" + keys++)).answer().get(30, SECONDS);
        assertThat(answer.grant()).as("granted; %s", answer.cause()).isNotNull();
        assertThat(Renewals.isHeld(answer.grant().release())).isTrue();
        return System.nanoTime() - begun;
    }

    /** Until this server has been found to be back. */
    private void awaitVote(LockStore quorum, RedisServer server) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            String key = "vote:" + keys++;
            Grant grant = Locks.granted(quorum.acquire(request(key)));
            long until = System.nanoTime() + NANOSECONDS.convert(50, java.util.concurrent.TimeUnit.MILLISECONDS);
            boolean there = false;
            while (!there && System.nanoTime() - until < 0) {
                there = !server.keys(key).isEmpty();
            }
            Locks.release(grant);
            return there;
        });
    }

    private Request request(String key) {
        Request plain = Locks.request(key, 5000);
        return Requests.of(kind, 1, plain.keys(), plain.owner(), lease, plain.deadline());
    }

    private static boolean renewed(LockStore quorum, Grant grant) throws Exception {
        return Renewals.isHeld(quorum, grant);
    }

    private static <T extends Number & Comparable<T>> double median(List<T> values) {
        List<T> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2).doubleValue();
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One body at a time by a quorum of three servers, while one after the other is ill. */
@Timeout(300)
class QuorumIT {
    private static final int JVMS = 4;
    private static final int THREADS = 2;

    /** So many of each thread that they go on until the empty server votes again. */
    private static final int CALLS = 1500;

    private static final int STEP = 400;
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<StageProcess> counting = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (StageProcess each : counting) {
            each.close();
        }
        servers.forEach(RedisServer::close);
    }

    @Test
    @Tag("whole")
    @Shows({
        "a member is dead or frozen",
        "a member comes back without its data",
        "the JVMs name the members in another order, or by other addresses"
    })
    void noBodiesMeetWhileAServerIsRestartedEmptyAndAnotherFreezes() throws Exception {
        for (int i = 0; i < 3; i++) {
            servers.add(RedisServer.start());
        }
        try (WitnessServer witness = new WitnessServer()) {
            for (int i = 0; i < JVMS; i++) {
                counting.add(StageProcess.begin(StageProcess.thatCounts(JVMS, THREADS, CALLS)
                        .rules(rotated(i))
                        .witness(witness)));
            }
            WitnessServer.Watch seen = witness.of("A");
            goesOn(seen);

            servers.get(0).kill();
            goesOn(seen);
            servers.get(0).restart();
            goesOn(seen);
            Awaitility.await("the empty server votes again")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> votesAgain(servers.get(0)));

            servers.get(1).freeze();
            goesOn(seen);
            servers.get(1).resume();

            for (StageProcess each : counting) {
                each.awaitReady(Duration.ofMinutes(3));
            }
            assertThat(seen.overlaps()).isEmpty();
            assertThat(seen.calls()).isEqualTo(JVMS * THREADS * CALLS);
            assertThat(seen.counter()).isEqualTo(JVMS * THREADS * CALLS);
            Orphans.noneOfQuorum(servers, counting);
            for (StageProcess each : counting) {
                each.end();
            }
        }
    }

    /** Each JVM names the servers in another order, and every second one by another name. */
    private String rotated(int jvm) {
        List<String> addresses = servers.stream()
                .map(server -> jvm % 2 == 0 ? server.address() : "redis://localhost:" + server.port())
                .collect(Collectors.toList());
        Collections.rotate(addresses, jvm);
        return RulesText.onServers(
                        "quorum: ['" + String.join("', '", addresses) + "']",
                        // Each call shall ask the servers.
                        "wait: 60s, handoff: off, lease: " + LEASE.toMillis() + "ms")
                .lock("Counter.add(String)")
                .toString();
    }

    private static boolean votesAgain(RedisServer server) {
        String entry = (String) server.command("GET", "it:lockgraft#store");
        List<?> time = (List<?>) server.command("TIME");
        Matcher from = Pattern.compile(" from=([1-9]\\d*) ").matcher(entry == null ? "" : entry);
        return from.find() && Long.parseLong((String) time.get(0)) * 1000 > Long.parseLong(from.group(1));
    }

    static List<Kind> kinds() {
        return Whole.isWanted() ? List.of(Kind.values()) : List.of(Kind.EXCLUSIVE);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Shows("most members have forgotten the lock")
    void whatMostServersHaveForgottenIsReportedLostAndNobodyElsesIsReleased(Kind kind) throws Exception {
        for (int i = 0; i < 3; i++) {
            servers.add(RedisServer.start());
        }
        String quorum =
                "quorum: [" + servers.stream().map(RedisServer::address).collect(Collectors.joining(", ")) + "]";
        String defaults = "wait: 60s, lease: " + LEASE.toMillis() + "ms";
        RulesText holders = RulesText.onServers(quorum, defaults);
        RulesText rivals = RulesText.onServers(quorum, defaults);
        for (String call : new String[] {"A", "warm"}) {
            kind.lock(holders, "Desk.hold(String)", call);
            kind.lockOut(rivals, "Desk.hold(String)", call);
        }
        try (WitnessServer witness = new WitnessServer();
                StageProcess holder = stage(witness, holders);
                StageProcess rival = stage(witness, rivals)) {
            rival.call("Desk.hold", "warm").awaitBody().finish().awaitEnd();
            StageProcess.Call held = holder.call("Desk.hold", "A").awaitBody();
            awaitRenewals();

            servers.get(0).command("FLUSHALL");
            Thread.sleep(LEASE.toMillis());
            assertThat(holder.process().errors()).doesNotContain("lost the lock");
            servers.forEach(server -> server.command("FLUSHALL"));

            Awaitility.await("the loss is told by " + holder.process())
                    .atMost(LEASE.dividedBy(3).plusSeconds(5))
                    .until(() -> holder.process().errors().contains("rule 'A': lost the lock"));
            assertThat(holder.process().errors()).contains(KindScene.GONE);
            StageProcess.Call next = rival.call("Desk.hold", "A").awaitBody();
            held.finish().awaitEnd();
            Thread.sleep(LEASE.toMillis());
            assertThat(rival.process().errors()).doesNotContain("lost the lock");
            next.finish().awaitEnd();
            Orphans.noneOfQuorum(servers, List.of(holder, rival));
        }
    }

    /**
     * Waits until on each server the lease of each lock that it has has begun anew twice: by one that was asked later,
     * and by the renewal from which on its vote counts.
     */
    private void awaitRenewals() {
        for (RedisServer server : servers) {
            Map<String, Long> last = new HashMap<>();
            Map<String, Integer> renewals = new HashMap<>();
            Awaitility.await("renewals on " + server.address())
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        Set<String> locks = Orphans.locks(server);
                        for (String lock : locks) {
                            long left = (Long) server.command("PTTL", lock);
                            Long before = last.put(lock, left);
                            renewals.merge(lock, before != null && left > before ? 1 : 0, Integer::sum);
                        }
                        return !locks.isEmpty() && locks.stream().allMatch(lock -> renewals.get(lock) >= 2);
                    });
        }
    }

    private static StageProcess stage(WitnessServer witness, RulesText rules) throws Exception {
        return StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules.toString()));
    }

    private static void goesOn(WitnessServer.Watch seen) {
        int from = seen.calls();
        Awaitility.await("the calls to go on")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> seen.calls() - from >= STEP);
    }
}

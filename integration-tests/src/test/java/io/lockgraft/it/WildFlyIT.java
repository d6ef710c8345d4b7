package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locked methods of beans whose transactions the container manages, in two WildFly servers with one PostgreSQL. */
@Tag("whole")
@Timeout(900)
@Shows({
    "the container of two WildFly 31 servers begins the transaction: for an EJB, or for a "
            + "`@Transactional` bean of CDI",
    "Narayana"
})
class WildFlyIT {
    private static final int THREADS = 8;
    private static final int CALLS = 100;

    @TempDir
    private static Path folder;

    private static final List<WildFlyServer> SERVERS = new ArrayList<>();
    private static LedgerDatabase database;
    private static RedisServer redis;
    private static WitnessServer witness;

    @BeforeAll
    static void startTheServers() throws Exception {
        WildFlyServer.assumeItsJvm();
        database = LedgerDatabase.start();
        redis = RedisServer.start();
        witness = new WitnessServer();
        Path war = folder.resolve("war");
        Sources.compile(
                Jvms.running(),
                "wildfly",
                war.resolve("WEB-INF/classes"),
                List.of(
                        "--release",
                        "11",
                        "-g",
                        "-cp",
                        WildFlyServer.apis() + File.pathSeparator + AppProcess.classes()),
                Path.of("src/main/java/com/example/app/Witness.java"));
        Path rules = Files.writeString(folder.resolve("rules.yaml"), rules());
        for (String name : List.of("one", "other")) {
            SERVERS.add(WildFlyServer.start(
                    folder.resolve(name),
                    war,
                    database,
                    "-javaagent:" + AppProcess.jar().getCanonicalPath() + '=' + rules,
                    "-Dwitness.port=" + witness.port()));
        }
        SERVERS.forEach(WildFlyServer::awaitDeployment);
    }

    @AfterAll
    static void endAll() throws Exception {
        for (WildFlyServer each : SERVERS) {
            each.close();
        }
        SERVERS.clear();
        for (AutoCloseable each : new AutoCloseable[] {witness, redis, database}) {
            if (each != null) {
                each.close();
            }
        }
    }

    private static String rules() {
        RulesText rules = RulesText.on(redis.address(), "wait: 60s, lease: 20s");
        for (String bean : List.of("Teller", "Desk")) {
            String method = "com.example.wildfly." + bean + ".add*(String, String)";
            rules.lock(method, "name: " + bean + " until work", "when: p1 == 'work'")
                    .lock(method, "name: " + bean + " until return", "when: p1 == 'return'", "hold: {until: return}");
        }
        return rules.lock("com.example.wildfly.Teller.hold(String)", "wait: 10s")
                .toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EJB", "EJB-RR", "CDI", "CDI-RR"})
    void noIncrementIsLostWhereTheLockIsHeldFromBeforeTheTransactionToItsEndAndSomeAreWhereItEndsWithTheMethod(
            String bean) throws Exception {
        LedgerCount.Sum work = count(bean + "/work");
        LedgerCount.Sum toReturn = count(bean + "/return");

        assertThat(work.lost()).as("%s", work.said()).isZero();
        assertThat(work.failed()).as("%s", work.said()).isZero();
        for (WildFlyServer each : SERVERS) {
            assertThat(each.toString()).doesNotContain("inside of a transaction that had begun before");
        }
        // Under REPEATABLE READ the database refuses a write upon a row that has changed: the call fails instead.
        assertThat(bean.endsWith("-RR") ? toReturn.failed() : toReturn.lost())
                .as("%s", toReturn.said())
                .isPositive();
    }

    /** Out of a transaction it would be the cause of an EJBException. */
    @Test
    void theCallerOfABeanGetsWhatTheRuleSays() throws Exception {
        CompletableFuture<String> holder = SERVERS.get(0).get("hold", Map.of("account", "held"));
        Awaitility.await("a call that holds the lock")
                .atMost(Duration.ofSeconds(30))
                .until(() -> Orphans.locks(redis).contains("it:K:held"));

        assertThat(SERVERS.get(1).get("hold", Map.of("account", "held")).get(1, TimeUnit.MINUTES))
                .isEqualTo("io.lockgraft.api.LockBusyException");

        witness.meet("out-held", 2);
        assertThat(holder.get(1, TimeUnit.MINUTES)).isEqualTo("held");
    }

    private static LedgerCount.Sum count(String account) throws Exception {
        database.open(account);
        Map<String, String> parameters = Map.of(
                "account", account, "servers", "" + SERVERS.size(), "threads", "" + THREADS, "calls", "" + CALLS);
        List<CompletableFuture<String>> counting =
                SERVERS.stream().map(each -> each.get("count", parameters)).toList();
        int added = 0;
        int failed = 0;
        for (CompletableFuture<String> each : counting) {
            String[] words = each.get(5, TimeUnit.MINUTES).split(" ");
            added += Integer.parseInt(words[0]);
            failed += Integer.parseInt(words[1]);
        }
        Leftovers.awaitNone(redis);
        int all = SERVERS.size() * THREADS * CALLS;
        assertThat(added + failed).as(account).isEqualTo(all);
        LedgerCount.Sum sum = new LedgerCount.Sum(all, added, 0, failed, database.number(account), SERVERS.toString());
        System.out.println("==== WildFly, " + account + ": " + sum);
        return sum;
    }
}

package io.lockgraft.it;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import io.lockgraft.testing.server.RespClient;
import io.lockgraft.testing.server.SlowLoading;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What calls get while Redis is ill: their outcome, within their wait and 100 ms more; and that the call that was
 * willing to wait runs as soon as Redis is well, and nothing is left behind.
 */
@ParameterizedClass
@MethodSource("io.lockgraft.it.Jvms#usual")
@Timeout(180)
@Shows("not there, killed, frozen, paused, loading")
class RedisFaultIT {
    @Parameter
    private Jvm jvm;

    /** Longer than any test looks for what is left: only a release can have taken it away. */
    private static final String LEASE = "lease: 60s";

    @TempDir
    private Path folder;

    private RedisServer redis;
    private Scene scene;

    @AfterEach
    void end() throws Exception {
        if (scene != null) {
            scene.close();
        }
    }

    @Test
    void redisThatIsNotThereAtTheStart() throws Exception {
        cold(RedisServer.absent());
        scene.firstCallOnceLoaded();

        scene.isUnavailable("Unable to connect to Redis server");

        scene.servesAfter(redis::restart);
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisThatIsFrozenAtTheStart() throws Exception {
        cold(RedisServer.startProcess());
        redis.freeze();
        scene.firstCallOnceLoaded();

        scene.isUnavailable("there is no connection yet: ");

        scene.servesAfter(redis::resume);
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisThatIsKilledAndRestartedEmptyOnTheSamePort() throws Exception {
        warm(RedisServer.startProcess());
        redis.kill();

        scene.isUnavailable("Connection refused");

        scene.servesAfter(redis::restart);
        scene.isWellAgain();
    }

    @Test
    void redisThatLoadsItsDataAfterARestart() throws Exception {
        warm(RedisServer.startProcess(SlowLoading.OPTIONS));
        SlowLoading loading = SlowLoading.restart(redis);

        scene.isUnavailable("LOADING");

        scene.servesAfter(loading::finish);
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisThatLoadsItsDataAtTheStart() throws Exception {
        redis = RedisServer.startProcess(SlowLoading.OPTIONS);
        SlowLoading loading = SlowLoading.restart(redis);
        cold(redis);
        scene.firstCall();

        scene.isUnavailable("LOADING");

        scene.servesAfter(loading::finish);
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisThatIsPaused() throws Exception {
        warm(RedisServer.startProcess());
        redis.command("CLIENT", "PAUSE", "15000", "ALL");

        scene.isUnavailable(Scene.SILENT);

        scene.serves();
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisThatIsFrozenAndThaws() throws Exception {
        warm(RedisServer.startProcess());
        redis.freeze();

        scene.isUnavailable(Scene.SILENT);

        scene.servesAfter(redis::resume);
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    @Shows("read-only, a replica without its master")
    void redisThatIsReadOnly() throws Exception {
        warm(RedisServer.startProcess());
        scene.heldBySomebody("held");
        redis.command("REPLICAOF", "127.0.0.1", String.valueOf(RedisServer.freePort()));

        scene.isUnavailable("READONLY");
        scene.isBusy("held");

        scene.servesAfter(() -> redis.command("REPLICAOF", "NO", "ONE"));
        redis.command("DEL", "it:K:held");
        scene.isWellAgain();
    }

    @Test
    @Shows("read-only, a replica without its master")
    void redisThatIsAReplicaWithoutItsMaster() throws Exception {
        warm(RedisServer.startProcess("--replica-serve-stale-data", "no"));
        redis.command("REPLICAOF", "127.0.0.1", String.valueOf(RedisServer.freePort()));

        scene.isUnavailable("MASTERDOWN");

        scene.servesAfter(() -> redis.command("REPLICAOF", "NO", "ONE"));
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    @Shows("read-only, a replica without its master")
    void redisThatIsAReplicaOfAMasterThatDies() throws Exception {
        try (ReplicatedRedis servers = ReplicatedRedis.start(1, "--replica-serve-stale-data", "no")) {
            RedisServer master = servers.master();
            RedisServer replica = servers.replicas().get(0);
            cold(replica);
            scene.firstCall();
            scene.isUnavailable("READONLY");
            master.kill();
            Awaitility.await("the replica knows that its master is gone")
                    .until(() ->
                            replica.info("replication", "master_link_status").equals("down"));

            scene.isUnavailable("MASTERDOWN");

            scene.servesAfter(() -> replica.command("REPLICAOF", "NO", "ONE"));
            scene.isWellAgain();
        }
    }

    @Test
    @Shows("a node of a cluster under `address`")
    void redisThatIsANodeOfAClusterThoughTheRulesNameOneServer() throws Exception {
        cold(RedisServer.startProcess("--cluster-enabled", "yes"));
        scene.firstCall();

        scene.isUnavailable("CLUSTERDOWN");

        // Nor has it room for a lock and what belongs to it as long as it is not called a cluster.
        redis.command("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
        Awaitility.await("the cluster is up")
                .until(() -> redis.info("cluster", "cluster_state").equals("ok"));
        scene.isUnavailableAtOnce("CROSSSLOT");
        scene.leavesNothing();
    }

    @Test
    @Shows("busy with another client's script")
    void redisThatIsBusyWithSomebodysScript() throws Exception {
        warm(RedisServer.startProcess("--lua-time-limit", "50"));
        try (RespClient neighbour = redis.connect()) {
            neighbour.send("EVAL", "while true do end", "0");

            scene.isUnavailable("BUSY Redis is busy running a script");

            scene.servesAfter(() -> redis.command("SCRIPT", "KILL"));
        }
        scene.isWellAgain();
    }

    @Test
    @Shows("a frozen replica, without `replicas`")
    void redisWhoseReplicaIsFrozen() throws Exception {
        try (RedisServer replica =
                RedisServer.startProcess("--repl-diskless-sync-delay", "0")) { // a process, which finds the other
            warm(RedisServer.startProcess("--repl-diskless-sync-delay", "0"));
            replica.command("REPLICAOF", "127.0.0.1", String.valueOf(redis.port()));
            Awaitility.await("the replica is online")
                    .until(() -> redis.info("replication", "slave0").contains("state=online"));
            scene.heldBySomebody("held");
            replica.freeze();

            scene.serves();
            scene.isBusy("held");

            redis.command("DEL", "it:K:held");
            scene.isWellAgain();
        }
    }

    @Test
    @Tag("whole")
    @Shows("a frozen replica, with `replicas: 1`")
    void redisWhoseReplicaIsFrozenThoughItIsToConfirmEachGrant() throws Exception {
        try (ReplicatedRedis servers = ReplicatedRedis.start(1)) {
            redis = servers.master();
            scene = Scene.coldOn(jvm, redis, "address: '" + redis.address() + "', replicas: 1", LEASE);
            scene.serves();
            scene.heldBySomebody("held");
            RedisServer replica = servers.replicas().get(0);
            replica.freeze();

            scene.isUnavailable("the lock was to be confirmed by 1 replica; 0 did in time");
            scene.isBusy("held");

            redis.command("DEL", "it:K:held");
            scene.leavesNothing();
            scene.servesAfter(replica::resume);
            scene.isWellAgain();
        }
    }

    @Test
    @Tag("whole")
    @Shows("out of memory")
    void redisThatIsOutOfMemory() throws Exception {
        warm(RedisServer.startProcess());
        scene.heldBySomebody("held");
        redis.command("CONFIG", "SET", "maxmemory", "1");

        scene.isUnavailable("command not allowed when used memory > 'maxmemory')");
        scene.isBusy("held");

        scene.servesAfter(() -> redis.command("CONFIG", "SET", "maxmemory", "0"));
        redis.command("DEL", "it:K:held");
        scene.isWellAgain();
    }

    @Test
    @Shows("wrong password, rights that are missing")
    void aPasswordThatIsWrong() throws Exception {
        cold(RedisServer.startProcess("--requirepass", "another").password("another"), "default", Scene.PASSWORD);
        scene.firstCall();

        scene.isUnavailableAtOnce("WRONGPASS");

        redis.command("CONFIG", "SET", "requirepass", Scene.PASSWORD);
        redis.password(Scene.PASSWORD);
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    @Shows("wrong password, rights that are missing")
    void aUserWhoseRightsAreTakenAway() throws Exception {
        warm(RedisServer.startProcess(Scene.WITH_USER), Scene.USER, Scene.PASSWORD);
        redis.command("ACL", "SETUSER", Scene.USER, "-@scripting");

        scene.isUnavailableAtOnce("NOPERM");

        redis.command("ACL", "SETUSER", Scene.USER, "+@all");
        scene.serves();
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisWhoseCertificateIsTrusted() throws Exception {
        Certificate certificate = Certificate.make(folder);
        encrypted(certificate, "no", certificate, "");

        scene.serves();
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    @Shows("a certificate that is not trusted, or for another host")
    void redisWhoseCertificateNobodyTrusts() throws Exception {
        Certificate another = Certificate.make(Files.createDirectory(folder.resolve("another")));
        encrypted(Certificate.make(folder), "no", another, "");
        scene.firstCallOnceLoaded();

        scene.isUnavailableAtOnce("PKIX path");

        scene.leavesNothing();
    }

    @Test
    @Tag("whole")
    void redisThatWantsACertificateOfItsClientsAndGetsIt() throws Exception {
        Certificate certificate = Certificate.make(folder);
        encrypted(certificate, "yes", certificate, shown(certificate));

        scene.serves();
        scene.isWellAgain();
    }

    @Test
    @FailsWithout("`RejectedConnection` ends the making of a connection that the server has ended, and says why")
    @Shows("Redis wants a certificate of its clients, and the rules name none, or one that it does not trust")
    void redisThatWantsACertificateOfItsClientsAndGetsNone() throws Exception {
        Certificate certificate = Certificate.make(folder);
        encrypted(certificate, "yes", certificate, "");
        scene.firstCallOnceLoaded();

        scene.isUnavailable("perhaps it wants a certificate of its clients that it trusts");

        scene.leavesNothing();
    }

    @Test
    @Tag("whole")
    @Shows("Redis wants a certificate of its clients, and the rules name none, or one that it does not trust")
    void redisThatDoesNotTrustTheCertificateOfItsClients() throws Exception {
        Certificate certificate = Certificate.make(folder);
        Certificate another = Certificate.make(Files.createDirectory(folder.resolve("another")));
        encrypted(certificate, "yes", certificate, shown(another));
        scene.firstCallOnceLoaded();

        scene.isUnavailable("perhaps it wants a certificate of its clients that it trusts");

        scene.leavesNothing();
    }

    /** Encrypted for the JVM's calls; the test itself looks in without. */
    private void encrypted(Certificate certificate, String clientsToo, Certificate trusted, String more)
            throws Exception {
        int port = RedisServer.freePort();
        redis = RedisServer.startProcess(
                "--tls-port", "" + port,
                "--tls-cert-file", certificate.certificate(),
                "--tls-key-file", certificate.privateKey(),
                "--tls-ca-cert-file", certificate.certificate(),
                "--tls-auth-clients", clientsToo);
        scene = Scene.coldOn(
                jvm,
                redis,
                "address: 'rediss://127.0.0.1:" + port + "', tls: {truststore: '" + trusted.trustStore()
                        + "', truststorePassword: " + Certificate.PASSWORD + more + "}",
                LEASE);
    }

    private static String shown(Certificate certificate) {
        return ", keystore: '" + certificate.keyStore() + "', keystorePassword: " + Certificate.PASSWORD;
    }

    @Test
    @Shows("no room for one more client (`maxclients`)")
    void redisThatTakesNoMoreClientsAtTheStart() throws Exception {
        redis = RedisServer.startProcess();
        try (RespClient admin = redis.connect()) {
            admin.command("CONFIG", "SET", "maxclients", "1");
            cold(redis);
            scene.firstCall();

            scene.isUnavailable("max number of clients");

            scene.servesAfter(() -> admin.command("CONFIG", "SET", "maxclients", "100"));
        }
        scene.isWellAgain();
    }

    @Test
    @Tag("whole")
    void redisThatTakesNobodyBackWhoLostItsConnection() throws Exception {
        warm(RedisServer.startProcess());
        try (RespClient admin = redis.connect()) {
            admin.command("CONFIG", "SET", "maxclients", "1");
            admin.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

            scene.isUnavailable("");

            scene.servesAfter(() -> admin.command("CONFIG", "SET", "maxclients", "100"));
        }
        scene.isWellAgain();
    }

    @Test
    @Shows("no room for one more client (`maxclients`)")
    void redisThatHasNoRoomForASubscription() throws Exception {
        warm(RedisServer.startProcess());
        try (RespClient admin = redis.connect()) {
            admin.command("HSET", "it:K:held", "somebody:1", "1");
            admin.command("PEXPIRE", "it:K:held", "120000");
            admin.command("CONFIG", "SET", "maxclients", "1");

            scene.isBusy("held");
            scene.serves();

            admin.command("CONFIG", "SET", "maxclients", "100");
            admin.command("DEL", "it:K:held");
        }
        scene.isWellAgain();
    }

    private void cold(RedisServer server, String... login) throws Exception {
        redis = server;
        scene = Scene.cold(jvm, server, LEASE, login);
    }

    private void warm(RedisServer server, String... login) throws Exception {
        redis = server;
        scene = Scene.warm(jvm, server, LEASE, login);
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * The scene of the tests of faults: a Redis, and a JVM whose calls wait for nothing, for a little, or for as long as it
 * takes. Says what these calls must get, and when, by the clock of their own JVM.
 *
 * <p>No call may be late, once its JVM has loaded the lock client. The machine of a test may be busy: the time for
 * which the call's thread was ready and got no processor is not counted, nor what the host of a virtual machine took,
 * as the system measures it; and where the threads of the JVM together went without one for longer than the call took,
 * a call may be late by a second. What the server goes without, no system tells: of some calls one must be in time, and
 * all within seconds.
 */
final class Scene implements AutoCloseable {
    static final String USER = "app";
    static final String PASSWORD = "s3cret";

    /** For a server that knows this user, after a restart too. */
    static final String[] WITH_USER = {"--user", USER, "on", ">" + PASSWORD, "~it:*", "&*", "+@all"};

    /** What calls are told whom no answer reached in time, which may befall any of them on a busy machine. */
    static final String SILENT = "(the lock server has not answered)";

    private static final String UNCONNECTED = "(there is no connection yet: ";
    private static final String NO_CONNECTION = "(the lock client has no connection for it: ";
    private static final String LOST = "(the connection to the lock server was lost";
    private static final int CALLS = 5;
    private static final int MOST_CALLS = 100;
    private static final long PROMISED = 100;
    private static final long BUSY_MACHINE = 1000;
    private static final long MOST_BUSY = 5000;
    private static final String UNAVAILABLE = "io.lockgraft.api.LockUnavailableException";
    private static final String BUSY = "io.lockgraft.api.LockBusyException";

    private final Jvm jvm;
    private final RedisServer redis;
    private final String rules;
    private final StageProcess stage;

    private Scene(Jvm jvm, RedisServer redis, String rules) throws Exception {
        this.jvm = jvm;
        this.redis = redis;
        this.rules = rules;
        this.stage = anotherJvm();
    }

    /** A JVM that has not called anything yet; {@code login} nothing, or a user and a password. */
    static Scene cold(Jvm jvm, RedisServer redis, String lease, String... login) throws Exception {
        return cold(
                jvm,
                redis,
                login.length == 0
                        ? RulesText.on(redis.address(), lease)
                        : RulesText.on(redis.address(), login[0], login[1], lease));
    }

    /** The same with what is to stand in {@code redis}, for a server that the JVM sees in another way than the test. */
    static Scene coldOn(Jvm jvm, RedisServer redis, String section, String lease) throws Exception {
        return cold(jvm, redis, RulesText.onServers(section, lease));
    }

    private static Scene cold(Jvm jvm, RedisServer redis, RulesText rules) throws Exception {
        rules.lock("Desk.number(String)", "wait: 0")
                .lock("Desk.text(String)", "wait: 300ms")
                .lock("Desk.declared(String)", "wait: 60s")
                .lock("LateEnding.*(String)", "wait: 30s");
        try {
            return new Scene(jvm, redis, rules.toString());
        } catch (Exception | Error e) {
            redis.close();
            throw e;
        }
    }

    /** A JVM whose agent is connected. */
    static Scene warm(Jvm jvm, RedisServer redis, String lease, String... login) throws Exception {
        Scene scene = cold(jvm, redis, lease, login);
        try {
            // A key of its own: nobody waits for its release.
            scene.runs(scene.stage.call("Desk.declared", "warm"));
            return scene;
        } catch (Exception | Error e) {
            scene.close();
            throw e;
        }
    }

    RedisServer redis() {
        return redis;
    }

    StageProcess stage() {
        return stage;
    }

    /** One more with the same rules. */
    StageProcess anotherJvm() throws Exception {
        return StageProcess.start(
                AppProcess.of(jvm, "Stage").options("-Xss512k").rules(rules));
    }

    /** As by another process, of another program. */
    void heldBySomebody(String key) {
        redis.command("HSET", "it:K:" + key, "somebody:1", "1");
        redis.command("PEXPIRE", "it:K:" + key, "120000");
    }

    /** The same when the JVM has loaded its client, though it could not connect. */
    void firstCallOnceLoaded() throws Exception {
        awaitLog("The lock client is not connected: ");
        firstCall();
    }

    /** Calls whose answers do not matter, until some in a row were quick: what is slow the first time is over then. */
    void firstCall() throws Exception {
        for (int i = 0, quick = 0; i < 50 && quick < CALLS; i++) {
            StageProcess.End end = stage.call("Desk.number", "cold").awaitEnd();
            quick = end.millis() - end.starved() <= PROMISED ? quick + 1 : 0;
        }
    }

    /**
     * Calls that do not wait for long are told in time that Redis cannot say, with this reason, or that it did not
     * answer.
     */
    void isUnavailable(String reason) throws Exception {
        declined("Desk.number", 0, "free", UNAVAILABLE, reason);
        declined("Desk.text", 300, "free", UNAVAILABLE, reason);
    }

    /** The same even to calls that would wait: there is nothing to wait for. */
    void isUnavailableAtOnce(String reason) throws Exception {
        isUnavailable(reason);
        declined("Desk.declared", 0, "free", UNAVAILABLE, reason);
    }

    /** Calls are told in time that another has the key. */
    void isBusy(String key) throws Exception {
        declined("Desk.text", 300, key, BUSY, " held it:K:" + key);
    }

    /** A call that is willing to wait gets its lock when this has been done, or without it. */
    void servesAfter(Runnable cure) throws Exception {
        StageProcess.Call willing = stage.call("Desk.declared", "free");
        cure.run();
        runs(willing);
    }

    void serves() throws Exception {
        servesAfter(() -> {});
    }

    /** All calls get locks, if not at once, and nothing is left behind, in Redis or in the log. */
    void isWellAgain() throws Exception {
        eventuallyRuns("Desk.text");
        eventuallyRuns("Desk.number");
        leavesNothing();
    }

    /** In Redis, or of its secrets on the log. */
    void leavesNothing() throws Exception {
        Orphans.none(redis, stage);
        assertThat(stage.process().errors())
                .doesNotContain(
                        PASSWORD,
                        Certificate.PASSWORD,
                        "could not look after them",
                        "could not release",
                        "Exception in thread");
    }

    void awaitLog(String text) {
        Awaitility.await(text)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(stage.process().errors()).contains(text));
    }

    private void declined(String method, long wait, String key, String thrown, String reason) throws Exception {
        StringBuilder all = new StringBuilder();
        int late = 0;
        List<String> messages = new ArrayList<>();
        // The client may still be on its way to the first answer that tells the reason, as in a handshake.
        for (int i = 0; i < CALLS || i < MOST_CALLS && noneContains(messages, reason); i++) {
            if (i >= CALLS) {
                Thread.sleep(100);
            }
            StageProcess.Call call = stage.call(method, key);
            StageProcess.End end = call.awaitEnd();
            // On a busy machine the server may not have said within the wait that another has the key: then again.
            for (int tries = 1; thrown.equals(BUSY) && isUnanswered(end) && tries < 20; tries++) {
                assertThat(call.bodyRan()).as("the body of %s ran", method).isFalse();
                call = stage.call(method, key);
                end = call.awaitEnd();
            }
            assertThat(end.thrown()).as("%s in %s", end, stage.process()).isEqualTo(thrown);
            assertThat(end.message()).contains("com.example.app." + method, "it:K:" + key);
            assertThat(end.message()).doesNotContain(PASSWORD, "CommandData", "redis.call", "ExecutionException");
            assertThat(end.message().length()).as(end.message()).isLessThan(600);
            assertThat(call.bodyRan()).as("the body of %s ran", method).isFalse();
            all.append(String.format(" %d-%d(%d)", end.millis(), end.starved(), end.allStarved()));
            long took = end.millis() - end.starved() - wait;
            late += took > PROMISED + (end.allStarved() > end.millis() ? BUSY_MACHINE : 0) ? 1 : 0;
            assertThat(took).as("milliseconds behind the wait, of %s", end).isLessThan(PROMISED + MOST_BUSY);
            messages.add(end.message());
        }
        // On a busy machine an answer may come after the call has ended, and then the call tells what it has waited
        // for.
        assertThat(messages)
                .as("what calls are told")
                .anySatisfy(message -> assertThat(message).contains(reason))
                .allSatisfy(
                        message -> assertThat(message).containsAnyOf(reason, SILENT, LOST, UNCONNECTED, NO_CONNECTION));
        System.out.printf(
                "==== %s wait %d ms: %s took, less what its thread (all threads) starved,%s ms, %d late%n",
                thrown.substring(thrown.lastIndexOf('.') + 1), wait, method, all, late);
        assertThat(late).as("calls over %d ms among%s", wait + PROMISED, all).isLessThan(messages.size());
    }

    private static boolean noneContains(List<String> messages, String reason) {
        return messages.stream().noneMatch(message -> message.contains(reason));
    }

    private static boolean isUnanswered(StageProcess.End end) {
        return UNAVAILABLE.equals(end.thrown()) && end.message().contains(SILENT);
    }

    private void runs(StageProcess.Call call) throws Exception {
        StageProcess.End end = call.awaitEnd();
        assertThat(end.result()).as("%s in %s", end, stage.process()).isEqualTo("text String");
    }

    private void eventuallyRuns(String method) throws Exception {
        StageProcess.End end = stage.call(method, "free").awaitEnd();
        for (int i = 0; i < 50 && end.result() == null; i++) {
            Thread.sleep(200);
            end = stage.call(method, "free").awaitEnd();
        }
        assertThat(end.result()).as("%s in %s", end, stage.process()).isNotNull();
    }

    @Override
    public void close() throws Exception {
        try {
            stage.close();
        } finally {
            redis.close();
        }
    }
}

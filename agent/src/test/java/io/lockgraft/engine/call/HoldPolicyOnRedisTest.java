package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockLostException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.log.Log;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How long locks of every kind, and several at once, are held at least and at most, on Redis: two JVMs' engines on one
 * server.
 */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class HoldPolicyOnRedisTest {
    private static final long AT_LEAST = 2_000;
    private static final long BUSY_MACHINE = 3_000;
    private static final String[] ONE_KEY = {"A:{p0}"};
    private static final String[] SEVERAL_KEYS = {"B:{p0}", "A:{p0}", "C:{p0}"};

    private final RedisServer server = RedisServer.start();
    private final Sites sites = new Sites();
    private final LockEngine here = engine();
    private final LockEngine there = engine();

    static final class Shop {
        static void pay(String order) {}
    }

    private LockEngine engine() {
        RedisSettings settings = RedisSettings.of(Topology.single(server.address()))
                .timeout(Duration.ofSeconds(1))
                .build();
        return Engines.of(sites, () -> new RedisStore(new TestContext(), settings), Access.NONE);
    }

    @BeforeEach
    void connect() throws Throwable {
        Log.to(new PrintStream(new ByteArrayOutputStream(), true)); // with the stack of each hold that lasts
        int site = site(Woven.rule("WARM:{p0}"), LockKind.EXCLUSIVE);
        Woven.exit(enter(here, site), null);
        Woven.exit(enter(there, site), null);
    }

    @AfterEach
    void close() {
        Log.to(System.err);
        here.close();
        there.close();
        server.close();
    }

    private int site(RuleBuilder rule, LockKind kind) {
        return Woven.add(
                sites, rule.lock(kind).build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null);
    }

    private static Object enter(LockEngine engine, int site) throws Throwable {
        return engine.enter(site, null, new Object[] {"42"});
    }

    private static RuleBuilder atLeast(String... keys) {
        return Woven.rule(keys).hold(Duration.ofMillis(AT_LEAST), null, OnExceeded.WARN, Until.WORK);
    }

    private static RuleBuilder released(String... keys) {
        return Woven.rule(keys)
                .hold(Duration.ZERO, Duration.ofMillis(600), OnExceeded.RELEASE, Until.WORK)
                .onLost(OnLost.THROW);
    }

    /** The kind that cannot have it meanwhile. */
    private static LockKind rival(LockKind kind) {
        return kind == LockKind.READ ? LockKind.WRITE : kind == LockKind.WRITE ? LockKind.READ : kind;
    }

    /** With a wait of nothing a busy machine would not let the answer come in time. */
    private int impatient(LockKind kind, String... keys) {
        return site(Woven.rule(keys).waiting(Duration.ofMillis(200)), rival(kind));
    }

    private int patient(LockKind kind, String... keys) {
        return site(Woven.rule(keys).waiting(Duration.ofSeconds(30)), rival(kind));
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private long count(Event event) {
        return sites.counters().get("pay-order").of(event);
    }

    /** But for the fence tokens, which never go. */
    private Set<String> keys() {
        return server.keys("*").stream()
                .filter(key -> !key.startsWith("redisson_lock_token") && !key.contains(":lockgraft#abandoned:"))
                .collect(Collectors.toSet());
    }

    private void nothingIsLeft() {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            assertThat(keys()).isEmpty();
            assertThat(here.gatesInUse() + there.gatesInUse()).isZero();
        });
        assertThat(count(Event.LOST)).isZero();
    }

    @EachKind
    void aMethodThatReturnsSoonerLeavesItsLockUntilTheLeastIsOver(LockKind kind) throws Throwable {
        leavesUntilTheLeastIsOver(kind, ONE_KEY, ONE_KEY);
    }

    @EachKind
    void aMethodThatReturnsSoonerLeavesEachOfItsKeysUntilTheLeastIsOver(LockKind kind) throws Throwable {
        leavesUntilTheLeastIsOver(kind, SEVERAL_KEYS, new String[] {"C:{p0}"});
    }

    private void leavesUntilTheLeastIsOver(LockKind kind, String[] keys, String[] rivals) throws Throwable {
        int site = site(atLeast(keys).lease(Duration.ofSeconds(60)), kind);
        int impatient = impatient(kind, rivals);
        int patient = patient(kind, rivals);
        long start = System.nanoTime();

        Woven.exit(enter(here, site), null);

        assertThat(millisSince(start)).as("the caller does not wait").isLessThan(AT_LEAST);
        assertThat(answered(there, impatient)).isInstanceOf(LockBusyException.class);
        assertThat(answered(here, impatient)).isInstanceOf(LockBusyException.class);
        Object next = enter(there, patient);
        assertThat(millisSince(start)).isBetween(AT_LEAST, AT_LEAST + BUSY_MACHINE);
        Woven.exit(next, null);
        nothingIsLeft();
    }

    @EachKind
    void aLockThatIsHeldTooLongIsGivenAwayAndItsEndTouchesNothing(LockKind kind) throws Throwable {
        givesAway(kind, ONE_KEY, ONE_KEY);
    }

    @EachKind
    void severalKeysThatAreHeldTooLongAreGivenAwayAndTheirEndTouchesNothing(LockKind kind) throws Throwable {
        givesAway(kind, SEVERAL_KEYS, new String[] {"C:{p0}", "B:{p0}"});
    }

    private void givesAway(LockKind kind, String[] keys, String[] rivals) throws Throwable {
        int site = site(released(keys).lease(Duration.ofSeconds(60)), kind);
        int patient = patient(kind, rivals);
        int beside = impatient(rival(kind), rivals);
        Object first = enter(here, site);

        Object second = enter(there, patient);

        assertThat(catchThrowable(() -> Woven.exit(first, null)))
                .as("not a loss")
                .isNull();
        assertThat(answered(here, beside)).as("beside the second").isInstanceOf(LockBusyException.class);
        Woven.exit(second, null);
        assertThat(count(Event.RELEASED_EARLY)).isEqualTo(1);
        nothingIsLeft();
    }

    /** What a call gets once the server has answered one: on a busy machine it may be too late for the first. */
    private Throwable answered(LockEngine engine, int site) {
        Throwable thrown = catchThrowable(() -> enter(engine, site));
        for (int i = 0; i < 20 && thrown instanceof LockUnavailableException; i++) {
            thrown = catchThrowable(() -> enter(engine, site));
        }
        return thrown;
    }

    @ParameterizedTest
    @EnumSource(names = "READ", mode = EnumSource.Mode.EXCLUDE)
    void ofSeveralKeysTheLossOfOneIsToldToTheCallerAndTheOthersAreGivenBack(LockKind kind) throws Throwable {
        int site = site(Woven.rule(SEVERAL_KEYS).lease(Duration.ofSeconds(60)).onLost(OnLost.THROW), kind);
        Object token = enter(here, site);

        server.command("DEL", kind == LockKind.SEMAPHORE ? semaphore() : "shop:B:42");

        assertThatThrownBy(() -> Woven.exit(token, null)).isInstanceOf(LockLostException.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> keys().isEmpty());
        assertThat(count(Event.LOST)).isEqualTo(1);
    }

    private String semaphore() {
        return keys().stream().filter(key -> key.contains("B:42")).findFirst().orElseThrow();
    }

    @Test
    void ofSeveralKeysTheLossOfOneInterruptsTheBodyWithinAThirdOfTheLease() throws Throwable {
        int site = site(
                Woven.rule(SEVERAL_KEYS).lease(Duration.ofSeconds(3)).onLost(OnLost.INTERRUPT), LockKind.EXCLUSIVE);
        Object token = enter(here, site);
        server.command("DEL", "shop:C:42");
        long deleted = System.nanoTime();

        assertThatThrownBy(() -> Thread.sleep(20_000)).isInstanceOf(InterruptedException.class);

        assertThat(millisSince(deleted)).isLessThan(1_000 + BUSY_MACHINE);
        Woven.exit(token, null);
        await().atMost(Duration.ofSeconds(20)).until(() -> keys().isEmpty());
    }
}

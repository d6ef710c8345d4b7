package io.lockgraft.manage.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Crowd;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Template;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.Coverage;
import io.lockgraft.manage.http.HttpServer;
import io.lockgraft.manage.http.NumbersServer;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.HttpAddress;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * What JMX, {@code /metrics} and the report say of 100,000 calls with faults, held against a witness: the calls
 * themselves, and the stores that they asked. Each rule has a store of its own.
 */
@Timeout(300)
class AgreementTest {
    private static final int THREADS = 5;

    /** Of each thread; there are four rules. */
    private static final int CALLS = 5_000;

    private static final Duration LONG = Duration.ofMinutes(4);
    private static final RuntimeException BROKEN = new IllegalStateException("broken");

    @TempDir
    private Path folder;

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final Coverage coverage = new Coverage();
    private final List<Woven> all = new ArrayList<>(List.of(new Woven()));
    private HttpServer server;

    static final class Shop {
        static void crowded(String order) {}

        static void handed(String order) {}

        static void lingering(String order) {}

        static void losing(String order) {}
    }

    /** The calls of one rule, and what they saw. */
    private final class Scene {
        private final String rule;
        private final Woven woven;
        private final int site;
        private final Crowd crowd;
        private final Thread running;
        private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
        private final Queue<Event> seen = new ConcurrentLinkedQueue<>();

        Scene(String method, RuleBuilder settings, Body body) {
            Rule built = settings.build();
            rule = built.name();
            woven = new Woven(all.get(all.size() - 1), RuleBuilder.file(List.of(built)));
            site = woven.site(built, Shop.class, method);
            crowd = new Crowd(() -> rule);
            running = new Thread(() ->
                    crowd.run(THREADS, CALLS, false, thread -> call("K" + thread, () -> body.run(this, "K" + thread))));
            all.add(woven);
            coverage.declare(rule, "rules.yaml:1:1", "", List.of());
        }

        void call(String key, Callable<?> body) throws Throwable {
            callers.add(Thread.currentThread());
            try {
                woven.call(
                        site,
                        null,
                        () -> {
                            seen.add(Event.ENTERED);
                            return body.call();
                        },
                        key);
            } catch (LockBusyException e) {
                seen.add(Event.BUSY);
            } catch (LockUnavailableException e) {
                seen.add(Event.UNAVAILABLE);
            } catch (LockInterruptedException e) {
                seen.add(Event.INTERRUPTED);
            }
        }

        void interruptOne(Random random) {
            List<Thread> some = new ArrayList<>(callers);
            if (!some.isEmpty()) {
                some.get(random.nextInt(some.size())).interrupt();
            }
        }

        /** Returns how often the calls saw each event. */
        Map<Event, Long> counts() {
            Map<Event, Long> counts = new EnumMap<>(Event.class);
            seen.forEach(each -> counts.merge(each, 1L, Long::sum));
            return counts;
        }
    }

    private interface Body {
        Object run(Scene scene, String key) throws Exception;
    }

    private static RuleBuilder rule(String name, String key) {
        try {
            return RuleBuilder.named(name)
                    .keys(List.of(Template.parse(key)))
                    .namespace("shop")
                    .waiting(LONG);
        } catch (SyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void noBeansAreThere() throws Exception {
        assertThat(beans.queryNames(new ObjectName("io.lockgraft:*"), null)).isEmpty();
    }

    @AfterEach
    void close() throws Exception {
        if (server != null) {
            server.close();
        }
        for (ObjectName each : beans.queryNames(new ObjectName("io.lockgraft:*"), null)) {
            beans.unregisterMBean(each);
        }
        all.forEach(Woven::close);
    }

    @Test
    @FailsWithout("`RuleEvents#entered` tells the listeners")
    @FailsWithout("`RuleEvents#nested` tells the listeners")
    @FailsWithout("`RuleEvents#lingered` tells the listeners")
    @FailsWithout("`RuleEvents#released` tells the listeners")
    void beansMetricsAndTheReportAgreeWithTheWitnessAfterAHundredThousandCallsWithFaults() throws Exception {
        Scene crowded = new Scene(
                "crowded",
                rule("crowded", "ONE").waiting(Duration.ofMillis(40)),
                AgreementTest::nestAndLastLongSometimes);
        Scene handed = new Scene("handed", rule("handed", "ONE"), (scene, key) -> null);
        Scene lingering = new Scene(
                "lingering",
                rule("lingering", "{p0}").linger(LONG).handoff(new Handoff(1_000_000, LONG)),
                (scene, key) -> null);
        Scene losing = new Scene("losing", rule("losing", "{p0}"), AgreementTest::loseSometimes);
        List<Scene> scenes = List.of(crowded, handed, lingering, losing);
        Meters meters = crowded.woven.sites.meters();
        PlatformServer.register("rules.yaml", meters);
        server = NumbersServer.start(new HttpAddress("127.0.0.1", 0, Set.of()), meters, Map::of, store -> {});

        Random random = new Random(THREADS);
        crowded.woven.backend.broken = BROKEN;
        scenes.forEach(each -> each.running.start());
        for (int i = 1; crowded.running.isAlive(); i++) {
            Thread.sleep(20);
            crowded.interruptOne(random);
            // 80 ms of each 400 ms: twice as long as a call waits.
            crowded.woven.backend.broken = i % 20 < 4 ? BROKEN : null;
        }
        crowded.woven.backend.broken = null;
        for (Scene each : scenes) {
            each.running.join(LONG.toMillis());
            assertThat(each.crowd.surprises).as(each.rule).isEmpty();
        }

        Map<Event, Long> ofCrowded = crowded.counts();
        assertThat(ofCrowded)
                .containsOnlyKeys(Event.ENTERED, Event.NESTED, Event.BUSY, Event.UNAVAILABLE, Event.INTERRUPTED);
        assertThat(ofCrowded.values().stream().mapToLong(each -> each).sum() - ofCrowded.get(Event.NESTED))
                .isEqualTo(THREADS * CALLS);
        agree(crowded, ofCrowded);

        // No call gave up, so each grant went to a call that asked for it, and back behind the last that had it.
        long grants = handed.woven.backend.grants.get();
        agree(
                handed,
                Map.of(
                        Event.ENTERED,
                        (long) THREADS * CALLS,
                        Event.HANDED_OVER,
                        THREADS * CALLS - grants,
                        Event.RELEASED,
                        grants));

        // No call waits for another, and each key was asked for once and not given back: its lease stayed.
        assertThat(lingering.woven.backend.grants).hasValue(THREADS);
        assertThat(lingering.woven.backend.releases).hasValue(0);
        agree(
                lingering,
                Map.of(
                        Event.ENTERED,
                        (long) THREADS * CALLS,
                        Event.LINGERED,
                        (long) THREADS * CALLS,
                        Event.HANDED_OVER,
                        0L,
                        Event.RELEASED,
                        0L));

        assertThat(losing.counts().get(Event.LOST)).isPositive();
        agree(
                losing,
                Map.of(
                        Event.ENTERED, (long) THREADS * CALLS,
                        Event.LOST, losing.counts().get(Event.LOST),
                        Event.RELEASED, (long) THREADS * CALLS));
    }

    private static Object nestAndLastLongSometimes(Scene scene, String key) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(3) == 0) {
            try {
                scene.woven.call(scene.site, null, () -> scene.seen.add(Event.NESTED), key);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
        if (random.nextInt(500) == 0) {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
            while (System.nanoTime() - until < 0) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
        }
        return null;
    }

    /** A call may end before its JVM has heard of the loss: then its release finds it. */
    private static Object loseSometimes(Scene scene, String key) {
        if (ThreadLocalRandom.current().nextInt(10) == 0) {
            scene.woven.store.lose("shop:" + key, "the test took it away");
            scene.seen.add(Event.LOST);
        }
        return null;
    }

    /** Waits until all three say so: a loss is told on a thread of the store. */
    private void agree(Scene scene, Map<Event, Long> witness) {
        await(scene.rule).atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            agree("JMX", ofBeans(scene.rule), witness);
            agree("/metrics", ofMetrics(scene.rule), witness);
            agree("the report", ofReport(scene), witness);
        });
    }

    private static void agree(String source, Map<String, Long> told, Map<Event, Long> witness) {
        witness.forEach((event, count) -> assertThat(told).as(source).containsEntry(event.word(), count));
        assertThat(Counters.ENDS.stream()
                        .mapToLong(each -> told.get(each.word()))
                        .sum())
                .as("ends in %s", source)
                .isEqualTo(witness.get(Event.ENTERED));
    }

    private Map<String, Long> ofBeans(String rule) throws JMException {
        Map<String, Long> told = new HashMap<>();
        ObjectName name = new ObjectName("io.lockgraft:type=Rule,name=" + rule);
        for (Event each : Event.values()) {
            String word = each.word();
            String attribute = Character.toUpperCase(word.charAt(0)) + word.substring(1);
            told.put(word, (Long) beans.getAttribute(name, attribute));
        }
        return told;
    }

    private Map<String, Long> ofMetrics(String rule) throws IOException {
        URL metrics = new URL("http://127.0.0.1:" + server.port() + "/metrics");
        String text = new String(metrics.openStream().readAllBytes(), StandardCharsets.UTF_8);
        String tags = "rule=\"" + rule + "\",store=\"default\"} (\\d+)$";
        Map<String, Long> told = new HashMap<>();
        Matcher outcome = Pattern.compile("(?m)^lockgraft_(?:calls|holds)_total\\{outcome=\"(\\w+)\"," + tags)
                .matcher(text);
        while (outcome.find()) {
            told.put(outcome.group(1), Long.valueOf(outcome.group(2)));
        }
        Matcher lost = Pattern.compile("(?m)^lockgraft_lost_total\\{" + tags).matcher(text);
        assertThat(lost.find()).as(text).isTrue();
        told.put(Event.LOST.word(), Long.valueOf(lost.group(1)));
        return told;
    }

    private Map<String, Long> ofReport(Scene scene) throws IOException {
        Path file = folder.resolve("report.json");
        coverage.write(file.toFile(), scene.woven.sites.counters());
        Map<String, List<Map<String, Object>>> report = new Yaml().load(Files.readString(file));
        Map<String, Long> told = new HashMap<>();
        for (Map<String, Object> each : report.get("rules")) {
            if (each.get("rule").equals(scene.rule)) {
                ((Map<?, ?>) each.get("calls"))
                        .forEach((word, count) -> told.put((String) word, ((Number) count).longValue()));
            }
        }
        return told;
    }
}

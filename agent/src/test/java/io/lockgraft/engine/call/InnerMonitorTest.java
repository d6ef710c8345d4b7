package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Woven;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thread that is in the monitor of a synchronized method before it comes to the method's lock. */
@Timeout(60)
@FailsWithout("`InnerMonitor` finds a circle of a lock and a monitor")
@Shows("a `synchronized` method without a rule calls one with a rule on the same object, and others call "
        + "that directly")
final class InnerMonitorTest {
    private static final String TOLD = "rule 'pay-order': " + Shop.class.getName() + ".pay(java.lang.String) waits for"
            + " shop:PAY:42, and its thread is in the method's monitor already: a call that has the lock may wait for"
            + " that monitor, and neither goes on. Give the synchronized method (or block) that makes this call a rule"
            + " of its own with the same key: then the lock comes first there as well, and this call is nested";

    private final Woven woven = new Woven();
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private final Shop shop = new Shop();
    private final CountDownLatch runs = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    /** As its synchronized methods are once they are woven: the flag is gone. */
    static final class Shop {
        void pay(String order) {}

        static void count(String order) {}
    }

    @AfterEach
    void close() {
        mayEnd.countDown();
        other.shutdownNow();
        woven.close();
    }

    private int site(RuleBuilder rule, String method) {
        MethodShape shape = Woven.method(Shop.class, method);
        MethodShape ofClassFile = new MethodShape(
                shape.owner(),
                shape.name(),
                shape.descriptor(),
                shape.modifiers() | Modifier.SYNCHRONIZED,
                shape.parameterNames(),
                shape.exceptions(),
                shape.annotations(),
                shape.signature(),
                shape.ownerAnnotations(),
                shape.defaultValue());
        return Woven.add(woven.sites, rule.build(), ofClassFile, Shop.class.getClassLoader(), null);
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30));
    }

    /** Another thread has the lock, until it may end. */
    private Future<?> holder(int site) throws Exception {
        Future<?> holder = other.submit(() -> {
            try {
                return woven.call(
                        site,
                        shop,
                        () -> {
                            runs.countDown();
                            return mayEnd.await(30, TimeUnit.SECONDS);
                        },
                        "42");
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        assertThat(runs.await(30, TimeUnit.SECONDS)).isTrue();
        return holder;
    }

    private Thread calls(Object monitor, int site) {
        Thread caller = new Thread(() -> {
            synchronized (monitor) {
                try {
                    woven.call(site, shop, () -> null, "42");
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            }
        });
        caller.start();
        return caller;
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "WRITE"})
    void whoWaitsForTheLockInsideOfItsMonitorIsToldAndTheWayOut(LockKind kind) throws Exception {
        int site = site(rule().lock(kind), "pay");
        Future<?> holder = holder(site);

        Thread caller = calls(shop, site);

        await().untilAsserted(() -> assertThat(log.toString()).containsOnlyOnce(TOLD));
        mayEnd.countDown();
        holder.get(30, TimeUnit.SECONDS);
        caller.join();
    }

    @Test
    @FailsWithout("`RuleEvents#waitsInMonitor` tells the listeners")
    void theMonitorOfAStaticMethodIsItsClasss() throws Exception {
        int site = site(rule(), "count");
        holder(site);

        Thread caller = calls(Shop.class, site);

        await().untilAsserted(() -> assertThat(log.toString()).contains("is in the method's monitor already"));
        mayEnd.countDown();
        caller.join();
    }

    @Test
    void aWriterThatWaitsForReadersIsTold() throws Exception {
        holder(site(rule().lock(LockKind.READ), "pay"));

        Thread caller = calls(shop, site(rule().lock(LockKind.WRITE), "pay"));

        await().untilAsserted(() -> assertThat(log.toString()).containsOnlyOnce(TOLD));
        mayEnd.countDown();
        caller.join();
    }

    /** It asks, and steps inside before its body: nobody who reads waits for that. */
    @Test
    void aReaderBehindOneThatIsAskingIsNotTold() throws Exception {
        int site = site(rule().lock(LockKind.READ).handoff(Handoff.OFF), "pay");
        woven.store.freeze();
        Future<?> first = other.submit(() -> {
            try {
                return woven.call(site, shop, () -> null, "42");
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        await().until(() -> woven.backend.acquires.get() == 1);

        Thread caller = calls(shop, site);
        await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
        woven.store.thaw();
        first.get(30, TimeUnit.SECONDS);
        caller.join();

        assertThat(log.toString()).doesNotContain("monitor");
    }

    @Test
    void whoDoesNotWaitOrIsNestedOrInAnotherMonitorIsNotTold() throws Throwable {
        int site = site(rule(), "pay");
        calls(shop, site).join();
        woven.call(
                site,
                shop,
                () -> {
                    synchronized (shop) {
                        try {
                            return woven.call(site, shop, () -> null, "42");
                        } catch (Throwable e) {
                            throw new AssertionError(e);
                        }
                    }
                },
                "42");
        holder(site);
        Thread caller = calls(new Object(), site);
        await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
        mayEnd.countDown();
        caller.join();

        assertThat(log.toString()).doesNotContain("monitor");
    }
}

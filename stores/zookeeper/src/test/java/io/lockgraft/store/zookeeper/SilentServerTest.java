package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.granted;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A server that takes its time for writes. It is named twice, so a client that leaves it comes back to it. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class SilentServerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PATIENCE = TIMEOUT.dividedBy(12);

    /** Of one write: longer than any other question may take, and no reason to leave the server. */
    private static final Duration SLOW = Duration.ofSeconds(4);

    private final String key = "silent:" + UUID.randomUUID();
    private final ZooKeeperServer server = new ZooKeeperServer();
    private final Context context = new Context();
    private LockStore store;

    SilentServerTest() throws Exception {}

    @BeforeEach
    void open() {
        String twice = server.address() + ',' + server.address();
        store = new ZooKeeperStore(context, ZooKeeperServer.settings(twice, TIMEOUT));
    }

    @AfterEach
    void close() throws Exception {
        server.itself().serve();
        store.close();
        server.close();
    }

    @Test
    @Shows("each server of ZooKeeper takes long for a write, as on a slow disk")
    @FailsWithout("`SilentServer#leave` leaves no other server before a write is answered")
    void whereAllServersAreSlowOneIsLeftAndTheNextIsWaitedFor() throws Exception {
        Grant held = granted(store, key);
        server.itself().stall();

        renew(held);
        await("left once")
                .atMost(PATIENCE.multipliedBy(4))
                .until(() -> server.itself().returns() == 1);
        await("and not again")
                .during(PATIENCE.plusSeconds(1))
                .atMost(PATIENCE.multipliedBy(2))
                .until(() -> server.itself().returns() == 1);
        server.itself().serve();

        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> Renewals.isHeld(renew(held)));
        assertThat(held.lost()).isNotDone();
        assertThat(Renewals.isHeld(held.release())).isTrue();
    }

    @Test
    @Shows("each server of ZooKeeper takes long for a write, as on a slow disk")
    @FailsWithout("`SessionStore#renew` waits for a third of the session's lease")
    void aRenewalIsAnsweredThatTakesLongButLessThanASixthOfTheSessionsTimeOut() throws Exception {
        Grant held = granted(store, key);
        server.itself().stall();
        CompletableFuture<Renewal> renewal = renew(held);

        Thread.sleep(SLOW.toMillis());
        server.itself().serve();

        assertThat(renewal.get(20, SECONDS).isHeld())
                .as("held, by %s", renewal.get())
                .isTrue();
        assertThat(Renewals.isHeld(held.release())).isTrue();
    }

    @Test
    @FailsWithout("`SilentServer#leaveUnless` waits twice for half of its patience")
    void aPauseOfTheJvmIsNoSilenceOfTheServer() throws Exception {
        Grant held = granted(store, key);
        server.itself().stall();
        renew(held);

        pauseClockFor(PATIENCE.plusMillis(500));
        server.itself().serve();

        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> Renewals.isHeld(renew(held)));
        await("stays")
                .during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(3))
                .until(() -> server.itself().returns() == 0);
        assertThat(Renewals.isHeld(held.release())).isTrue();
    }

    private CompletableFuture<Renewal> renew(Grant held) {
        return store.renew(Collections.singletonList(held)).get(0);
    }

    /** Afterwards the clock has done what was due meanwhile. */
    private void pauseClockFor(Duration pause) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        context.clock.after(0, () -> {
            begun.countDown();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(begun.await(20, SECONDS)).isTrue();
        Thread.sleep(pause.toMillis());
        context.clock.after(0, done::countDown);
        over.countDown();
        assertThat(done.await(20, SECONDS)).isTrue();
    }

    /** Knows the clock of its store. */
    private static final class Context implements StoreContext {
        private final StoreContext test = new TestContext();
        private Clock clock;

        @Override
        public Clock newClock(String name) {
            clock = test.newClock(name);
            return clock;
        }

        @Override
        public Jvm jvm() {
            return test.jvm();
        }

        @Override
        public String namespace() {
            return test.namespace();
        }

        @Override
        public Class<?> applicationClass(String name) throws ClassNotFoundException {
            return test.applicationClass(name);
        }
    }
}

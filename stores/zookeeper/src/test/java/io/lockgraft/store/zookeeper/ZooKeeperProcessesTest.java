package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.granted;
import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.request;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.TestContext;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that dies without a word. */
@Timeout(60)
final class ZooKeeperProcessesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** A JVM that holds one key and waits for another. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws Exception {
            LockStore store = new ZooKeeperStore(new TestContext(), ZooKeeperServer.settings(args[0], TIMEOUT));
            Grant grant = granted(store, args[1]);
            Attempt waiting = store.acquire(request(args[2], 60_000));
            await().until(waiting::isContended);
            System.out.println(grant.lost().isDone() ? "lost" : "holds");
            System.in.read();
        }
    }

    @Test
    @Shows("kill -9 of a JVM whose locks are in ZooKeeper")
    void locksAndPlacesOfADeadJvmAreFreeWithinTheTimeThatIsDeclared() throws Exception {
        try (ZooKeeperServer server = new ZooKeeperServer();
                LockStore store =
                        new ZooKeeperStore(new TestContext(), ZooKeeperServer.settings(server.address(), TIMEOUT))) {
            Grant waitedFor = granted(store, "waited-for");
            Process holder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xshare:auto",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Holder.class.getName(),
                            server.address(),
                            "held",
                            "waited-for")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out = holder.inputReader(StandardCharsets.UTF_8);
            assertThat(out.readLine()).isEqualTo("holds");
            Attempt behindTheHolder = store.acquire(request("held", 60_000));
            await().until(behindTheHolder::isContended);
            Attempt behindTheWaiter = store.acquire(request("waited-for", 60_000));
            await().until(() -> server.nodes("waited-for").size() == 3);

            holder.destroyForcibly().waitFor();
            long died = System.nanoTime();
            waitedFor.release();

            assertThat(behindTheHolder.answer().get(30, SECONDS).grant()).isNotNull();
            assertThat(behindTheWaiter.answer().get(30, SECONDS).grant()).isNotNull();
            assertThat(NANOSECONDS.toMillis(System.nanoTime() - died))
                    .as("milliseconds, and what a busy machine adds")
                    .isLessThan(ZooKeeperStore.capabilities(ZooKeeperServer.settings("", TIMEOUT))
                                    .freedAfter(1)
                            + 2_000);
        }
    }
}

package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the client's threads do to the application's process. */
@Timeout(120)
final class ClientThreadsTest {
    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    @Test
    void thereIsNoThreadAndNoConnectionBeforeTheFirstRequest() {
        try (RedisServer server = RedisServer.start()) {
            try (RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
                assertThat(threads.running()).isEmpty();
                assertThat((String) server.command("CLIENT", "LIST")).doesNotContain("name=lockgraft");
            }
        }
    }

    @Test
    void allThreadsAreDaemonsAndKnowNothingOfTheApplicationThatMadeThem() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()));
                URLClassLoader webapp = new URLClassLoader(new URL[0])) {
            Thread request = new Thread(() -> {
                Grant held = grant(backend, "k", 10_000);
                assertThat(acquire(backend, "k", 1_500).isBusy()).isTrue();
                release(held);
            });
            request.setContextClassLoader(webapp);
            request.start();
            request.join();

            Set<Thread> made = threads.running();
            assertThat(made).isNotEmpty().allSatisfy(thread -> {
                assertThat(thread.isDaemon()).as("%s is a daemon", thread).isTrue();
                assertThat(thread.getContextClassLoader())
                        .as("loader of %s", thread)
                        .isNotSameAs(webapp);
                assertThat(thread.getName()).startsWith("lockgraft-redis-");
            });
            assertThat((String) server.command("CLIENT", "LIST")).contains("name=lockgraft");
        }
    }

    /** Netty's threads that were made before are not ours to change; they end when they have been idle for a second. */
    @Test
    void theThreadThatEndsAClientIsADaemonToo() {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
            release(grant(backend, "k", 10_000));

            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> GlobalEventExecutor.INSTANCE
                            .submit(() -> Thread.currentThread().isDaemon())
                            .get());
        }
    }

    @Test
    @FailsWithout("`DaemonThreads` makes daemons only, so that the agent keeps no JVM alive")
    void aMainThatReturnsEndsItsProcess() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            Process process = new ProcessBuilder(
                            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            LocksOnce.class.getName(),
                            server.address())
                    .redirectErrorStream(true)
                    .start();
            try {
                assertThat(process.waitFor(60, TimeUnit.SECONDS))
                        .as("the process ended")
                        .isTrue();
                assertThat(new String(process.getInputStream().readAllBytes())).isEqualTo("locked");
                assertThat(process.exitValue()).isZero();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** Locks, waits once, and returns from main without closing anything. */
    static final class LocksOnce {
        public static void main(String[] arguments) {
            RedisStore backend = new RedisStore(new TestContext(), settings(arguments[0]));
            Grant held = grant(backend, "k", 30_000);
            acquire(backend, "k", 300);
            release(held);
            System.out.print("locked");
        }
    }

    @Test
    void aThreadOfTheApplicationThatRedissonTakesForItsOwnGetsLocks() {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            Thread callback =
                    new Thread(() -> done.complete(release(grant(backend, "k", 10_000))), "redisson-netty-1-1");
            callback.start();
            assertThat(done).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
        }
    }

    @Test
    void closingEndsAllThreads() {
        try (RedisServer server = RedisServer.start()) {
            RedisStore backend = new RedisStore(new TestContext(), settings(server.address()));
            release(grant(backend, "k", 10_000));
            backend.close();
            threads.awaitEnd();
            assertThat(acquire(backend, "k", 0).cause()).hasMessage("the lock client has been closed");
        }
    }

    /** Longer than Redisson waits at its end for what is under way: then it goes on on another thread. */
    @Test
    void closingEndsAllThreadsThoughACommandIsNotAnswered() {
        try (RedisServer server = RedisServer.start()) {
            RedisStore backend =
                    new RedisStore(new TestContext(), settings(server.address(), null, null, 0, Duration.ofMinutes(1)));
            release(grant(backend, "k", 10_000));
            server.freeze();
            backend.acquire(request("k", 60_000));

            backend.close();

            threads.awaitEnd();
        }
    }
}

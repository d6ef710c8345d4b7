package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.TestContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A driver that breaks a question off by asking the server, as MariaDB's does, while the server is silent. */
@Timeout(120)
final class AbortTest {
    private static final CompletableFuture<String> ABORTING = new CompletableFuture<>();
    private static final CountDownLatch END = new CountDownLatch(1);
    private static volatile boolean isSilent;

    /** H2's, whose connections can be silent. */
    public static final class SilentDriver extends org.h2.Driver {
        @Override
        public Connection connect(String url, Properties login) throws SQLException {
            Connection real = super.connect(url, login);
            return (Connection) Proxy.newProxyInstance(
                    SilentDriver.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("abort")) {
                            ABORTING.complete(Thread.currentThread().getName());
                            END.await();
                        } else if (method.getName().equals("prepareStatement") && isSilent) {
                            waitForTheEnd();
                        }
                        try {
                            return method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        /** No interrupt ends it. */
        private static void waitForTheEnd() {
            boolean isOver = false;
            while (!isOver) {
                try {
                    END.await();
                    isOver = true;
                } catch (InterruptedException e) {
                    // as a thread that reads from a socket
                }
            }
        }
    }

    @AfterEach
    void end() {
        END.countDown();
    }

    @Test
    @FailsWithout("`Line#abort` breaks a connection off on a thread of its own, and not on the store's clock")
    void anAbortBlocksAThreadOfItsOwn() throws Exception {
        try (Database server = new H2Database();
                LockStore store = new JdbcConfiguration(new JdbcSettings(
                                server.url(), null, null, null, SilentDriver.class.getName(), "lockgraft", true, 50, 0))
                        .open(new TestContext())) {
            JdbcFaults.released(JdbcFaults.granted(store, JdbcFaults.request(LockKind.EXCLUSIVE, "warm", 20_000)));
            isSilent = true;
            CompletableFuture<Answer> stuck = store.acquire(JdbcFaults.request(LockKind.EXCLUSIVE, "stuck", 90_000))
                    .answer();

            assertThat(ABORTING.get(60, SECONDS)).isEqualTo("lockgraft-jdbc-abort-1");

            assertThat(stuck).isNotDone();
            isSilent = false;
            END.countDown();
            JdbcFaults.released(stuck.get(60, SECONDS).grant());
        }
    }
}

package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server, or a proxy in front of it, that answers scripts with what they cannot have said. */
@Timeout(120)
@FailsWithout("`AcquireAnswer` and `Scripts#flags` take what cannot be read for no grant and for no loss")
@Shows("a server, or a proxy, answers a script with nothing, or with what cannot be read")
final class BadAnswersTest {
    private static final String UNREADABLE = "the answer of the lock server cannot be read";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private RedisServer server;
    private TcpProxy network;
    private RedisStore backend;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        network = new TcpProxy(server.port());
        backend = new RedisStore(new TestContext(), settings(network.address(), null, null, 0, Duration.ofSeconds(1)));
        for (LockKind kind : LockKind.values()) {
            release(grant(backend, kind, "warm", 30_000));
        }
    }

    @AfterEach
    void stop() {
        backend.close();
        network.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$-1", "*-1", "*0", "*1\r\n:0", "*2\r\n$-1\r\n$-1", "*4\r\n:9\r\n:0\r\n:0\r\n:0", ":9", "+OK"})
    void whatIsNoAnswerIsNoGrant(String bytes) {
        for (LockKind kind : LockKind.values()) {
            network.answerWith(bytes + "\r\n");

            Answer answer = refused(kind);
            for (int i = 0; i < 20 && answer.cause() instanceof TimeoutException; i++) {
                answer = refused(kind); // the machine was too busy to bring it
            }
            assertThat(answer.cause()).as("%s", kind).hasMessage(UNREADABLE);
            network.answerWith(null);
            Leftovers.awaitNone(server);
        }
    }

    private Answer refused(LockKind kind) {
        Answer answer = answer(backend.acquire(request(kind, "k", 200)));
        assertThat(answer.grant()).as("%s", kind).isNull();
        assertThat(answer.isBusy()).as("%s", kind).isFalse();
        return answer;
    }

    @ParameterizedTest
    @ValueSource(strings = {"$-1", "*-1", ":8", "+OK"})
    void aRenewalAndAReleaseWithoutAnAnswerAreNeitherConfirmedNorALoss(String bytes) throws Exception {
        Grant held = grant(backend, "k", 30_000);
        network.answerWith(bytes + "\r\n");

        assertThatThrownBy(() -> Renewals.isHeld(backend, held)).isInstanceOf(ExecutionException.class);
        assertThat(Renewals.cause(held.release())).isNotNull();

        network.answerWith(null);
        Leftovers.awaitNone(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?BYTES", ":BYTES", "*BYTES", "$3\r\nBYTES"})
    @FailsWithout("`LibraryText` leaves scripts, arguments and bytes of answers out of what is told")
    void noByteOfAnAnswerAndNothingOfAScriptIsTold(String bytes) {
        network.answerWith(bytes + "\r\n");

        Answer answer = answer(backend.acquire(request("shop:PAY:42", 500)));

        assertThat(answer.grant()).isNull();
        assertThat(answer.cause()).hasMessageNotContainingAny("BYTES", "redis.call", "local ", "EVAL", "params");
        network.answerWith(null);
        Leftovers.awaitNone(server);
        assertThat(log.toString()).doesNotContain("BYTES", "redis.call", "local ", "EVAL", "params", "shop:PAY");
    }
}

package io.lockgraft.store.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.client.RedisException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.WriteRedisConnectionException;

final class FailureTest {
    /** As Redisson 4.7 writes them where a connection breaks at a certain moment; that moment is hard to meet. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            Command still hasn't been written into connection!| Check CPU usage of the JVM. Check that there are no
            Redis server response timeout (700 ms) occured after 0 retry attempts|, is non-idempotent command: false
            Unable to acquire connection!| Increase connection pool size. Node source: NodeSource [slot=0]
            """)
    @FailsWithout("`Failure#told` leaves the arguments of commands out")
    void whatIsToldOfAConnectionHasNothingOfTheCommandsOnIt(String said, String advice) {
        String command = ", Node source: NodeSource [slot=0], connection: RedisConnection@1 [currentCommand=CommandData"
                + " [command=(SCRIPT LOAD), params: [if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0";
        Throwable error = new RedisTimeoutException(said + advice + command);

        assertThat(Failure.of(error).told()).hasMessage(said);
    }

    /** A call just behind the server's death: the kernel may tell of it before the client has. */
    @Test
    void whatIsWrittenIntoABrokenConnectionHasLostIt() {
        Failure failure = Failure.of(new WriteRedisConnectionException(
                "Unable to write command into connection! Check CPU usage, params: [42]",
                new IOException("Broken pipe")));

        assertThat(failure.told()).hasMessage("the connection to the lock server was lost: Broken pipe");
        assertThat(failure.isAmbiguous()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Command execution timeout for command: (EVAL), params: [local n, 1], Redis client: x  | Command \
            execution timeout
            Can't decode replay: $3 BYTES | the answer of the lock server cannot be read
            java.lang.IllegalStateException: Can't decode replay: BYTES | the answer of the lock server cannot be read
            Response timeout for queued commands 3000: [(EVALSHA if redis.call)]  | Response timeout
            ERR unknown command 'EVALSHA', with args beginning with: 'f00' '1' 'shop:PAY:42'  | ERR unknown command \
            'EVALSHA'
            ERR overflow script: f_1, on @user_script:3.. channel: [id: 0x1] command: (EVAL)  | ERR overflow
            """)
    @FailsWithout("`LibraryText` leaves scripts, arguments and bytes of answers out of what is told")
    void whatIsToldHasNothingOfAScriptAnArgumentOrAnAnswer(String said, String told) {
        assertThat(Failure.of(new RedisException(said)).told()).hasMessage(told);
    }

    @Test
    void anAnswerThatCannotBeReadIsNoMistakeInTheSettings() {
        Failure failure = Failure.of(new NumberFormatException("For input string: \"BYTES\""));

        assertThat(failure.isFinal()).isFalse();
        assertThat(failure.isAmbiguous()).isTrue();
        assertThat(failure.told()).hasMessage("the answer of the lock server cannot be read");
    }

    /** As Redisson tells it to a command where the client has been made before. */
    static List<IOException> whatKeepsFromAConnection() {
        return List.of(
                new ConnectException("Connection refused"),
                new SSLHandshakeException("PKIX path building failed"),
                new ClosedChannelException());
    }

    @ParameterizedTest
    @MethodSource("whatKeepsFromAConnection")
    void whatFoundNoConnectionWasNeverSent(IOException why) {
        Failure failure = Failure.of(new RedisException("Unexpected exception while processing command", why));

        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isAmbiguous()).isFalse();
    }

    @Test
    void distrustLastsAndABrokenNetworkPasses() {
        Exception distrust = new SSLHandshakeException("PKIX path building failed");
        Exception network = new SSLException("failure when writing", new IOException("Connection reset"));

        assertThat(Failure.of(distrust).isFinal()).isTrue();
        assertThat(Failure.of(new RedisException("no connection", distrust)).isFinal())
                .isTrue();
        assertThat(Failure.of(network).isFinal()).isFalse();
        assertThat(Failure.of(new SslHandshakeTimeoutException("too late")).isFinal())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "DENIED Redis is running in protected mode, true",
        "ERR max number of clients reached, false",
        "LOADING Redis is loading the dataset in memory, false",
        "'', false"
    })
    void whatAServerSaidBeforeItClosedTheConnectionLastsAsItWouldAsAnAnswer(String said, boolean lasts) {
        Failure failure = Failure.of(new TurnedAwayException("closed: " + said, said));

        assertThat(failure.isFinal()).isEqualTo(lasts);
        assertThat(failure.isUnsent()).isTrue();
    }
}

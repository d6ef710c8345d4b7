package io.lockgraft.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.client.WriteRedisConnectionException;

final class FailureTest {
    /** As Redisson 4.7 writes them where a connection breaks at a certain moment; that moment is hard to meet. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            Unable to write command into connection!| Check CPU usage of the JVM. Try to increase nettyThreads
            Command still hasn't been written into connection!| Check CPU usage of the JVM. Check that there are no
            Redis server response timeout (700 ms) occured after 0 retry attempts|, is non-idempotent command: false
            Unable to acquire connection!| Increase connection pool size. Node source: NodeSource [slot=0]
            """)
    void whatIsToldOfAConnectionHasNothingOfTheCommandsOnIt(String said, String advice) {
        String command = ", Node source: NodeSource [slot=0], connection: RedisConnection@1 [currentCommand=CommandData"
                + " [command=(SCRIPT LOAD), params: [if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return 0";
        Throwable error = new WriteRedisConnectionException(said + advice + command, new ClosedChannelException());

        assertThat(Failure.of(error).told()).hasMessage(said + ": java.nio.channels.ClosedChannelException");
    }
}

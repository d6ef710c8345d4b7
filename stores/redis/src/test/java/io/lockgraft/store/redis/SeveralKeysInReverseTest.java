package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.RespClient;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;

/**
 * Several keys are given back in the reverse of the order in which they were taken. Those of one script only: releases
 * for several slots are sent in that order, and nobody can say in which they arrive.
 */
@Timeout(120)
@Shows("several keys")
final class SeveralKeysInReverseTest {
    private static final Pattern FREED = Pattern.compile("lua] \"PUBLISH\" \"[^\"]*\\{([abc])}\"");

    @Asked.Each
    void theLastKeyIsGivenBackFirst(Asked asked) {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()));
                RespClient monitor = server.connect()) {
            Grant held = granted(backend.acquire(asked.request(Arrays.asList("a", "b", "c"), 20_000)));
            monitor.command("MONITOR");

            assertThat(release(held)).isTrue();

            assertThat(toldFree(server, monitor)).containsExactly("c", "b", "a");
        }
    }

    /** Of which keys those who wait were told that they are free. */
    private static List<String> toldFree(RedisServer server, RespClient monitor) {
        server.command("ECHO", "over");
        List<String> told = new ArrayList<>();
        String line = "";
        while (!line.endsWith("\"ECHO\" \"over\"")) {
            line = (String) monitor.next();
            Matcher freed = FREED.matcher(line);
            if (freed.find()) {
                told.add(freed.group(1));
            }
        }
        return told;
    }
}

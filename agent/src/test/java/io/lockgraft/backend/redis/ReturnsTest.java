package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Request;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ReturnsTest {
    private final Returns returns = new Returns();

    @Test
    void noMessageIsExpectedOfOneWhoseReleaseIsNotConfirmedForLong() {
        Request asked = request("k", 0);
        Returns.Returning returning = returns.begin(request("k", 0), true);
        assertThat(returns.holder(asked)).isSameAs(returning);

        await().until(() -> returns.holder(asked) == null);

        assertThat(returns.named(asked)).hasSize(1);
    }

    @Test
    void whoIsNotNamedAnyMoreIsWaitedFor() {
        Request asked = request("k", 0);
        for (int i = 0; i < 64; i++) {
            returns.begin(request("k", 0), true);
        }
        assertThat(returns.named(asked)).hasSize(64);
        assertThat(returns.awaited(asked)).isNull();

        Returns.Returning last = returns.begin(request("k", 0), true);

        assertThat(returns.named(asked)).hasSize(64);
        CompletableFuture<?> awaited = returns.awaited(asked);
        assertThat(awaited).isNotNull();
        assertThat(awaited.isDone()).isFalse();
        last.answered();
        assertThat(awaited.isDone()).isTrue();
        assertThat(returns.awaited(asked)).isNull();
    }
}

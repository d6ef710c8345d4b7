package io.lockgraft.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.client.RedisConnection;

/** Connections on which replicas are waited for, where none can be made. */
@Timeout(60)
@FailsWithout("`ReplicaConnections#connect` counts no connection that could not be asked for")
final class ReplicaConnectionsTest {
    private static final int MORE_THAN_CONNECTIONS = 100;

    private final AtomicInteger asked = new AtomicInteger();

    private static long soon() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    }

    @Test
    void aConnectionThatCannotEvenBeAskedForIsNoneThatIsOut() {
        ReplicaConnections lane = new ReplicaConnections(() -> {
            asked.incrementAndGet();
            throw new IllegalStateException("unable to create native thread");
        });

        for (int i = 0; i < MORE_THAN_CONNECTIONS; i++) {
            assertThat(lane.borrow(soon()))
                    .isCompletedExceptionally()
                    .failsWithin(0, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .withMessageContaining("no connection");
        }

        assertThat(asked).hasValue(MORE_THAN_CONNECTIONS);
    }

    /** Each that gives up lets the next one try, which gives up as well. */
    @Test
    void aThousandThatGiveUpOneAfterTheOtherDoNotNest() throws Exception {
        List<CompletableFuture<RedisConnection>> first = new ArrayList<>();
        ReplicaConnections lane = new ReplicaConnections(() -> {
            CompletableFuture<RedisConnection> made = new CompletableFuture<>();
            if (asked.incrementAndGet() <= 64) {
                first.add(made);
            } else {
                made.completeExceptionally(new IllegalStateException("refused"));
            }
            return made;
        });
        List<CompletableFuture<RedisConnection>> borrowers = new ArrayList<>();
        for (int i = 0; i < 64 + ReplicaConnections.MOST_WAITING; i++) {
            borrowers.add(lane.borrow(soon()));
        }
        Thread small = new Thread(
                null, () -> first.get(0).completeExceptionally(new IllegalStateException("refused")), "small", 1);
        small.start();
        small.join();

        assertThat(borrowers.subList(64, borrowers.size()))
                .allSatisfy(each -> assertThat(each).isCompletedExceptionally());
    }

    @Test
    @FailsWithout("`ReplicaConnections#borrow` refuses those whose time is over before a newcomer")
    void whereManyWaitThoseWhoseTimeIsOverGoFirst() {
        ReplicaConnections lane = new ReplicaConnections(() -> new CompletableFuture<>());
        for (int i = 0; i < 64 + ReplicaConnections.MOST_WAITING - 1; i++) {
            lane.borrow(soon());
        }
        CompletableFuture<RedisConnection> late = lane.borrow(System.nanoTime());

        CompletableFuture<RedisConnection> next = lane.borrow(soon());

        assertThat(late).isCompletedExceptionally();
        assertThat(next).isNotDone();
        assertThat(lane.borrow(soon())).isCompletedExceptionally();
    }
}

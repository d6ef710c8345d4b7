package io.lockgraft.store.compound;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** For how long a round waits for a server that has the queue. */
final class MemberTest {
    private static final long LEAST = TimeUnit.MILLISECONDS.toNanos(50);

    private final FaultyStore backend = new FaultyStore(new FaultyServer());
    private final Member member = new Member(backend, 0, "server 1");

    @AfterEach
    void close() {
        backend.close();
    }

    @Test
    void aServerThatFailedOnceKeepsItsQueueForTheCallsToCome() throws Exception {
        member.asked();
        member.heardAfter(1);
        member.asked(); // and fails

        Thread.sleep(1200); // a pause of a second or more
        long round = System.nanoTime();
        member.asked();

        assertThat(member.patience(round)).isEqualTo(LEAST);
    }

    @Test
    void aRoundWaitsFourTimesAsLongAsAServerUsuallyTakes() {
        member.heardAfter(TimeUnit.MILLISECONDS.toNanos(20));

        assertThat(member.patience(System.nanoTime())).isEqualTo(TimeUnit.MILLISECONDS.toNanos(80));
    }
}

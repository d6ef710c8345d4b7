package io.lockgraft.store.compound;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class VoteTest {
    private final FaultyServer store = new FaultyServer();
    private final FaultyStore backend = new FaultyStore(store);
    private final Member member = new Member(backend, 0, "server 1");

    @AfterEach
    void close() {
        backend.close();
    }

    private Vote vote(long owner) {
        return new Vote(member, Requests.exclusive("k", owner, 30_000, System.nanoTime()), false, false);
    }

    /** One thread is about to ask while another finds that the others' answers have decided. */
    @Test
    @FailsWithout("`Vote#ask` asks nothing after it was given back")
    void oneThatIsGivenBackBeforeItIsAskedKeepsNobodyWaiting() throws Exception {
        Vote late = vote(1);
        late.giveBack();

        late.ask(vote -> {});

        assertThat(member.leaving(late.request.keys())).isDone();
        assertThat(backend.acquires).hasValue(0);
        CompletableFuture<Vote> answered = new CompletableFuture<>();
        vote(2).ask(answered::complete);
        assertThat(answered.get(10, TimeUnit.SECONDS).grant()).isNotNull();
    }
}

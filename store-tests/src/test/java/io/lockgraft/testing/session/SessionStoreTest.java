package io.lockgraft.testing.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.TestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the base of stores with sessions makes of the order in which its client tells it things. */
@Timeout(60)
final class SessionStoreTest {
    /** The server of this one confirms each session before its client is there. */
    private final ServedStore store = new ServedStore(new TestContext(), new SessionServer(), new Network(), 60_000);

    @Test
    @FailsWithout("`Session#tellAlive` waits for the client")
    void aQuestionBeforeTheFirstSessionIsAskedOfItsClient() {
        assertThatThrownBy(() -> store.locks("key").get(20, SECONDS))
                .hasRootCauseInstanceOf(UnsupportedOperationException.class);
        assertThat(store.load()).succeedsWithin(20, SECONDS);
        store.close();
    }
}

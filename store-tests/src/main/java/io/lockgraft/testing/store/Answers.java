package io.lockgraft.testing.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;

/** What a store says to a request, for tests that expect it to grant. */
public final class Answers {
    private Answers() {}

    /** Returns the grant. Without one it fails, and says what the store has answered instead. */
    public static Grant granted(Answer answer) {
        assertThat(answer.grant())
                .as("a grant; busy: %s, unavailable: %s", answer.isBusy(), answer.cause())
                .isNotNull();
        return answer.grant();
    }

    /** Fails where it is not busy, and says what the store has answered instead. */
    public static void busy(Object asked, Answer answer) {
        assertThat(answer.isBusy())
                .as("%s is busy; granted: %s, unavailable: %s", asked, answer.grant() != null, answer.cause())
                .isTrue();
    }
}

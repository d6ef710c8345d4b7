package io.lockgraft.store.redis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import org.junit.jupiter.api.Test;

final class RecentMessagesTest {
    private final RecentMessages heard = new RecentMessages();

    @Test
    void tellsHowManyReleasesWereMissed() {
        for (int time = 1; time <= 7; time++) {
            heard.told(time);
        }

        assertThat(heard.toldSince(0)).isEqualTo(7);
        assertThat(heard.toldSince(5)).isEqualTo(3);
        assertThat(heard.toldSince(8)).isZero();
    }

    /** Or who has twelve in front of him would take the twenty that have gone for eight, and sleep through his turn. */
    @Test
    @FailsWithout("`RecentMessages` takes more messages than it remembers for a turn of anybody")
    void whereThereWereMoreThanItRemembersItMayBeAnybodysTurn() {
        for (int time = 1; time <= 20; time++) {
            heard.told(time);
        }

        assertThat(heard.toldSince(0)).isGreaterThan(10_000);
        assertThat(heard.toldSince(19)).isEqualTo(2);
    }
}

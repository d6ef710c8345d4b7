package io.lockgraft.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** From when a lease counts. The session's time-out is 100, a lease half of it, and a tick at most 50. */
final class TouchesTest {
    private final Touches touches = new Touches(100);

    @Test
    void aWriteEachQuarterProvesTheSessionFromWhenItWentOut() {
        touches.connected(0);
        for (int at = 25; at < 1000; at += 25) {
            touches.sent(at);
            assertThat(touches.since(at)).isEqualTo(at);
            assertThat(touches.since(at + 10)).as("another one behind it").isEqualTo(at + 10);
        }
    }

    /** Its touch may not have reached the leader, which counts from the packet before. */
    @Test
    void aWriteBehindAPauseProvesNoMoreThanThePacketBeforeIt() {
        touches.connected(0);
        touches.sent(70);

        assertThat(touches.since(70)).as("the leader ends the session at 100").isEqualTo(50);
        assertThat(touches.since(80)).isEqualTo(50);
        assertThat(touches.since(95))
                .as("by now it has heard of the packet at 70")
                .isEqualTo(95);
    }

    @Test
    void aConnectionThatWasBegunLongAgoProvesLittle() {
        touches.connected(0);

        assertThat(touches.since(80)).isEqualTo(50);
    }

    @Test
    void packetsInAHurryAreCountedOnceAQuarter() {
        touches.connected(0);
        for (int at = 1; at < 1000; at++) {
            touches.sent(at);
            assertThat(touches.since(at)).isEqualTo(at);
        }
    }

    @Test
    void theTimeMayOverflow() {
        touches.connected(Long.MAX_VALUE - 10);
        touches.sent(Long.MAX_VALUE + 20);

        assertThat(touches.since(Long.MAX_VALUE + 20)).isEqualTo(Long.MAX_VALUE + 20);
    }
}

package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

final class QuickTest {
    @Test
    @FailsWithout("`Quick#leaveOut` ends a test that is about to start a process in the quick form")
    void theQuickFormStartsNoProcess() {
        assertThat(catchThrowable(() -> Quick.leaveOut("Redis", true)))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("the quick form starts no Redis; mvn verify does");
    }

    @Test
    void theOtherFormsDo() {
        assertThat(catchThrowable(() -> Quick.leaveOut("Redis", false))).isNull();
    }
}

package io.lockgraft.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LocksTest {
    @Test
    void withoutTheAgentThereIsNoTokenAndNothingFails() {
        assertThat(Locks.fence()).isEmpty();
        assertThat(Locks.fence()).isEmpty();
    }
}

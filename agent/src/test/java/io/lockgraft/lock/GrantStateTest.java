package io.lockgraft.lock;

import static io.lockgraft.lock.GrantState.AT_RISK;
import static io.lockgraft.lock.GrantState.HELD;
import static io.lockgraft.lock.GrantState.LOST;
import static io.lockgraft.lock.GrantState.RELEASED;
import static io.lockgraft.lock.GrantState.RELEASED_EARLY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GrantStateTest {
    private static final Map<GrantState, Set<GrantState>> NEXT = Map.of(
            HELD, EnumSet.of(AT_RISK, LOST, RELEASED_EARLY, RELEASED),
            AT_RISK, EnumSet.of(HELD, LOST, RELEASED_EARLY, RELEASED),
            LOST, EnumSet.noneOf(GrantState.class),
            RELEASED_EARLY, EnumSet.noneOf(GrantState.class),
            RELEASED, EnumSet.noneOf(GrantState.class));

    @ParameterizedTest
    @EnumSource
    void whatIsOverStaysOver(GrantState state) {
        for (GrantState next : GrantState.values()) {
            assertThat(state.canBecome(next))
                    .as("%s -> %s", state, next)
                    .isEqualTo(NEXT.get(state).contains(next));
        }
    }
}

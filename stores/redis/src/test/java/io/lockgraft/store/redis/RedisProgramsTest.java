package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A class that is disabled as a whole is in no report: this one tells the summary why. */
@Tag("whole")
final class RedisProgramsTest {
    @Test
    void theStoreSuiteRunsOnOtherVersionsOfRedisToo() {
        if (System.getenv(RedisPrograms.VARIABLE) == null) {
            Assumptions.abort(RedisPrograms.VARIABLE + " names no other version of Redis, and no Valkey:"
                    + " the store suite has not run on them");
        }
        assertThat(RedisPrograms.named()).isNotEmpty();
    }
}

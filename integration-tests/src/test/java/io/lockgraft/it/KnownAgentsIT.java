package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent beside those that many applications have, which change the methods that it locks, before and after it. */
@FailsWithout("`OriginalNames` finds parameter names that another agent took out")
class KnownAgentsIT {
    @TempDir
    private Path folder;

    /** The one that takes the names of parameters out of the bytes that come to us. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void openTelemetryBeforeAndBehindOursLeavesMethodsLocked(boolean oursFirst) throws Exception {
        locksBeside(KnownAgent.OPEN_TELEMETRY, oursFirst);
    }

    @Tag("whole")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPEN_TELEMETRY")
    void inFrontOfOursItLeavesMethodsLocked(KnownAgent other) throws Exception {
        locksBeside(other, false);
    }

    @Tag("whole")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OPEN_TELEMETRY")
    void behindOursItLeavesMethodsLocked(KnownAgent other) throws Exception {
        locksBeside(other, true);
    }

    /** The keys are written by the parameters' names. */
    private void locksBeside(KnownAgent other, boolean oursFirst) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            String rules = RulesText.on(redis.address(), "wait: 60s")
                    .lockBy("key: K:{till}", "Tills.add(String)")
                    .lockBy("key: K:{till}", "Tills.hold(String)")
                    .lockBy("key: K:{till}", "Tills.look(String)")
                    .toString();
            AppProcess.Builder builder =
                    AppProcess.of(Jvms.running(), "TillsApp", "4", "200").eye(redis);
            if (oursFirst) {
                builder.rules(rules);
            } else {
                builder.rulesOfLastAgent(rules);
            }
            builder.options(other.option(folder));
            other.setUp(folder, builder);
            try (AppProcess app = builder.start()) {
                app.succeeds(Duration.ofSeconds(120));

                assertThat(app.output())
                        .as(app::toString)
                        .contains("400 and 400", "held locked with the monitor", "seen locked");
                assertThat(app.toString()).contains(other.trace());
                assertThat(Complaints.in(app.errors())).noneMatch(line -> line.contains("[lockgraft]"));
            }
        }
    }
}

package io.lockgraft.weave.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.testing.LogLines;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private final Refusals refusals = new Refusals();

    @AfterEach
    void stopListening() {
        Log.to(System.err);
    }

    @Test
    void whatShowsLateIsLoggedOnceWithWhatItMeansForTheMethod() {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        Log.to(new PrintStream(log, true));
        refusals.add(problem("found at the start"), false, true);
        assertThat(refusals.started()).extracting(Problem::message).containsExactly("found at the start");

        refusals.add(problem("does not fit"), false, true);
        refusals.add(problem("does not fit"), false, true);
        refusals.add(problem("is abstract"), false, false);
        refusals.add(problem("fails open"), true, true);

        assertThat(LogLines.plain(log.toString()).lines())
                .containsExactly(
                        "[lockgraft] ERROR rules.yaml:2:3: does not fit; the method throws on call",
                        "[lockgraft] ERROR rules.yaml:2:3: is abstract; calls of it are not locked",
                        "[lockgraft] WARN rules.yaml:2:3: fails open; it fails open: the method runs without the lock");
    }

    private static Problem problem(String message) {
        return new Problem(new Position("rules.yaml", 2, 3), message);
    }
}

package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call of each body of LateEnding, each under a lock of its own, that have begun and wait to be told to end. */
final class LateBodies {
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(1);

    private final Map<String, StageProcess.Call> calls = new LinkedHashMap<>();

    private final String keys;

    private LateBodies(String keys) {
        this.keys = keys;
    }

    /** @param keys with what their keys begin */
    static LateBodies begun(StageProcess stage, String keys) throws Exception {
        LateBodies bodies = new LateBodies(keys);
        for (String body : List.of("result", "checked", "error", "overflow")) {
            bodies.calls.put(body, stage.call("LateEnding." + body, keys + body));
        }
        for (StageProcess.Call call : bodies.calls.values()) {
            call.awaitBody();
        }
        return bodies;
    }

    /** Lets all of them end: each caller gets what the body ended with, and at once. */
    void endUnmasked() throws Exception {
        for (Map.Entry<String, StageProcess.Call> call : calls.entrySet()) {
            long told = System.nanoTime();
            StageProcess.End end = call.getValue().finish().awaitEnd();
            assertThat(Duration.ofNanos(System.nanoTime() - told))
                    .as("from the body's end to its caller: nobody waits for Redis")
                    .isLessThan(BUSY_MACHINE.plusMillis(end.allStarved()));
            isUnmasked(end, call.getKey());
        }
    }

    private void isUnmasked(StageProcess.End end, String body) {
        switch (body) {
            case "result":
                assertThat(end.result()).as("%s", end).isEqualTo("the body's own String");
                break;
            case "checked":
                thrown(end, "com.example.app.ShopException", "no " + keys + body);
                break;
            case "error":
                thrown(end, "java.lang.AssertionError", "no " + keys + body);
                break;
            default:
                thrown(end, "java.lang.StackOverflowError", "null");
        }
        assertThat(end.interrupted()).isFalse();
    }

    private static void thrown(StageProcess.End end, String type, String message) {
        assertThat(end.thrown()).as("%s", end).isEqualTo(type);
        assertThat(end.message()).isEqualTo(message);
        assertThat(end.cause()).isEqualTo("null");
        assertThat(end.trace()).doesNotContain("io.lockgraft.engine", "Suppressed:");
    }
}

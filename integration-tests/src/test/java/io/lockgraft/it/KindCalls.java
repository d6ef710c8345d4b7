package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;

/** A call for each kind of lock, of one JVM, made together so that one fault befalls them all. */
final class KindCalls {
    private final StageProcess stage;
    private final Map<Kind, StageProcess.Call> calls = new EnumMap<>(Kind.class);

    private KindCalls(StageProcess stage) {
        this.stage = stage;
    }

    /** @param fault what befalls them; with the kind's name it is what the calls are made with */
    static KindCalls begin(StageProcess stage, String fault) throws Exception {
        KindCalls all = new KindCalls(stage);
        for (Kind kind : Kind.values()) {
            all.calls.put(kind, stage.call("Desk.hold", kind.of(fault)));
        }
        return all;
    }

    KindCalls awaitBodies() throws Exception {
        for (StageProcess.Call call : calls.values()) {
            call.awaitBody();
        }
        return this;
    }

    /** When the bodies began; all have. */
    KindMoments begun() {
        Map<Kind, Long> moments = new EnumMap<>(Kind.class);
        calls.forEach((kind, call) -> moments.put(kind, call.bodyAt()));
        return new KindMoments(moments);
    }

    void assertNoBodyRan() {
        calls.forEach((kind, call) -> assertThat(call.bodyRan())
                .as("%s runs, in %s", kind, stage.process())
                .isFalse());
    }

    /** Lets the bodies go on to their ends. */
    void end() throws Exception {
        for (StageProcess.Call call : calls.values()) {
            call.finish();
        }
        for (Map.Entry<Kind, StageProcess.Call> each : calls.entrySet()) {
            assertThat(each.getValue().awaitEnd().result())
                    .as("%s", each.getKey())
                    .isEqualTo("held String");
        }
    }
}

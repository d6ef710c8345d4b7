package io.lockgraft.store.etcd.gateway;

import io.lockgraft.store.http.JsonObject;
import java.util.List;

/** What a transaction has done. */
public final class TxnAnswer {
    private final JsonObject answer;
    private final List<JsonObject> steps;

    public TxnAnswer(JsonObject answer) {
        this.answer = answer;
        this.steps = answer.objects("responses");
    }

    /** Whether all comparisons held. */
    public boolean succeeded() {
        return answer.flag("succeeded");
    }

    /** The cluster's revision at the transaction. */
    public long revision() {
        return answer.object("header").number("revision");
    }

    /** The term of the last entry that the asked member had applied when it answered. */
    public long term() {
        return answer.object("header").number("raft_term");
    }

    /** The answer to the range that is this step of those that were done. */
    public JsonObject range(int step) {
        return steps.get(step).object("response_range");
    }

    /** Whether the delete that is this step has found its key. */
    public boolean deleted(int step) {
        return steps.get(step).object("response_delete_range").number("deleted") > 0;
    }
}

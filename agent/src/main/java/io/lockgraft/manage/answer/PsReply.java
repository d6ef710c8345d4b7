package io.lockgraft.manage.answer;

import io.lockgraft.engine.look.EngineView;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the row of this JVM tells in the list of all: three fields with a tab between them. */
final class PsReply implements Reply {
    private final EngineView view;
    private final String state;

    PsReply(Running running) {
        this.view = running.view();
        this.state = running.trouble(view).trim();
    }

    @Override
    public String asText() {
        return view.holding() + "\t" + view.waiting() + '\t' + state + '\n';
    }

    @Override
    public Object asJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("held", view.holding());
        json.put("waiting", view.waiting());
        json.put("state", state);
        return json;
    }
}

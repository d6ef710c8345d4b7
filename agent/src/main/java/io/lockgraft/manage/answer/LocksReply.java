package io.lockgraft.manage.answer;

import io.lockgraft.engine.look.EngineView;
import io.lockgraft.engine.look.KeyView;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys that this JVM holds or waits for, the oldest wait first. */
final class LocksReply implements Reply {
    private final KeyForms forms;
    private final Running running;
    private final EngineView view;
    private final List<KeyView> shown;

    LocksReply(Running running) {
        this.running = running;
        this.view = running.view();
        this.shown = KeyForms.first(view.keys());
        this.forms = new KeyForms(running);
    }

    private int left() {
        return view.keys().size() - shown.size();
    }

    @Override
    public int code() {
        return shown.isEmpty() ? Printout.NOTHING : Printout.ANSWERED;
    }

    @Override
    public String asText() {
        if (shown.isEmpty()) {
            return "No call of this JVM holds a lock or waits for one." + running.down(view) + '\n';
        }
        boolean several = running.rules().usedStores().size() > 1;
        Table table = several
                ? new Table("KEY", "HELD BY", ">FOR", "LEASE", ">WAITING", ">OLDEST", "RULE", "STORE")
                : new Table("KEY", "HELD BY", ">FOR", "LEASE", ">WAITING", ">OLDEST", "RULE");
        for (KeyView key : shown) {
            String[] cells = {
                Forms.plain(key.key()),
                forms.holders(key),
                Forms.span(key.heldNanos()),
                KeyForms.lease(key.holders().get(0)),
                Forms.count(key.waiters().size()),
                Forms.span(key.oldestNanos()),
                KeyForms.rule(key),
                Forms.plain(key.store())
            };
            table.row(several ? cells : Arrays.copyOf(cells, cells.length - 1));
        }
        return table.text()
                + (left() == 0
                        ? ""
                        : "and " + Forms.count(left()) + " more; locks "
                                + running.jvm().pid() + " KEY shows one\n")
                + forms.whereToAsk(shown);
    }

    @Override
    public Object asJson() {
        List<Object> keys = new ArrayList<>(shown.size());
        for (KeyView key : shown) {
            keys.add(forms.asJson(key));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("held", view.holding());
        json.put("waiting", view.waiting());
        json.put("unlocked", view.unlocked());
        json.put("keys", keys);
        json.put("left", left());
        return json;
    }
}

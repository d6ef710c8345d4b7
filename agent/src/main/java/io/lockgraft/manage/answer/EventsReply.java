package io.lockgraft.manage.answer;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.manage.happening.Happening;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What has happened, the latest last. */
final class EventsReply implements Reply {
    private final List<Happening> all;

    EventsReply(Running running) {
        this.all = running.happenings().all();
    }

    @Override
    public int code() {
        return all.isEmpty() ? Printout.NOTHING : Printout.ANSWERED;
    }

    @Override
    public String asText() {
        if (all.isEmpty()) {
            return "Nothing has happened since the start.\n";
        }
        Table table = new Table("TIME", "WHAT", "");
        for (Happening each : all) {
            table.row(LogLine.time(each.millis()), each.kind().word(), Forms.plain(each.text()));
        }
        return table.text();
    }

    @Override
    public Object asJson() {
        List<Object> events = new ArrayList<>(all.size());
        for (Happening each : all) {
            events.add(each.asJson());
        }
        return Collections.singletonMap("events", events);
    }
}

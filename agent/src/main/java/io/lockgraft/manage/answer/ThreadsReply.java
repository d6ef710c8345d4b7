package io.lockgraft.manage.answer;

import io.lockgraft.engine.look.HolderView;
import io.lockgraft.engine.look.KeyView;
import io.lockgraft.engine.look.ThreadView;
import io.lockgraft.engine.look.WaiterView;
import io.lockgraft.engine.site.Site;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What each thread holds and waits for, to be read beside a thread dump, which shows neither key nor rule. */
final class ThreadsReply implements Reply {
    private static final Comparator<Row> BY_THREAD = Comparator.comparing((Row row) -> row.thread.name())
            .thenComparingLong(row -> row.thread.number())
            .thenComparing(row -> row.does)
            .thenComparing(row -> row.key);

    private final List<Row> rows = new ArrayList<>();

    private static final class Row {
        private final ThreadView thread;
        private final String does;
        private final String key;
        private final long nanos;
        private final Site site;

        Row(ThreadView thread, String does, String key, long nanos, Site site) {
            this.thread = thread;
            this.does = does;
            this.key = key;
            this.nanos = nanos;
            this.site = site;
        }
    }

    ThreadsReply(Running running) {
        for (KeyView key : running.view().keys()) {
            for (HolderView each : key.holders()) {
                add(each.thread(), each.isUnlocked() ? "runs without" : "holds", key, each.nanos(), each.site());
            }
            for (WaiterView each : key.waiters()) {
                add(each.thread(), "waits", key, each.nanos(), each.site());
            }
        }
        rows.sort(BY_THREAD);
    }

    private void add(ThreadView thread, String does, KeyView key, long nanos, Site site) {
        if (thread != null) {
            rows.add(new Row(thread, does, key.key(), nanos, site));
        }
    }

    @Override
    public int code() {
        return rows.isEmpty() ? Printout.NOTHING : Printout.ANSWERED;
    }

    @Override
    public String asText() {
        if (rows.isEmpty()) {
            return "No thread of this JVM holds a lock or waits for one.\n";
        }
        Table table = new Table("THREAD", "DOES", "KEY", ">FOR", "METHOD", "RULE");
        for (Row row : KeyForms.first(rows)) {
            table.row(
                    KeyForms.thread(row.thread),
                    row.does,
                    Forms.plain(row.key),
                    Forms.span(row.nanos),
                    Forms.plain(KeyForms.method(row.site)),
                    Forms.plain(row.site.rule().name()));
        }
        return table.text() + KeyForms.more(rows.size());
    }

    @Override
    public Object asJson() {
        List<Object> all = new ArrayList<>();
        for (Row row : KeyForms.first(rows)) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("thread", row.thread.name());
            json.put("threadNumber", row.thread.number());
            json.put("does", row.does);
            json.put("key", row.key);
            json.put("millis", TimeUnit.NANOSECONDS.toMillis(row.nanos));
            json.put("class", row.site.method().owner());
            json.put("method", row.site.method().name());
            json.put("rule", row.site.rule().name());
            all.add(json);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("threads", all);
        json.put("left", rows.size() - all.size());
        return json;
    }
}

package io.lockgraft.manage.answer;

import io.lockgraft.engine.look.EngineView;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.Distribution;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.manage.meter.RuleWaits;
import io.lockgraft.manage.text.Forms;
import io.lockgraft.manage.text.Table;
import io.lockgraft.rules.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What happens under each rule now: rates since the last look, how long calls wait and hold, who waits. */
final class TopReply implements Reply {
    /** With the other lines, a terminal of 24. */
    private static final int SHOWN = 20;

    private static final Comparator<Row> BUSIEST = Comparator.comparingInt((Row row) -> row.waiting)
            .thenComparingDouble(row -> row.calls)
            .reversed();

    private final Running running;
    private final EngineView view;
    private final List<Row> rows = new ArrayList<>();
    private final long spanNanos;
    private double calls;
    private double busy;

    private static final class Row {
        private final String rule;
        private final RuleNumbers since;
        private final double calls;
        private final double busy;
        private final int waiting;
        private final long oldest;
        private final String key;

        /**
         * @param since what has come in the time between the two looks
         * @param waits null where no call waits
         */
        Row(RuleNumbers since, double seconds, RuleWaits waits) {
            this.waiting = waits == null ? 0 : waits.waiting();
            this.oldest = waits == null ? -1 : waits.oldestNanos();
            this.key = waits == null ? Forms.NONE : waits.oldestKey();
            this.rule = since.rule();
            this.since = since;
            this.calls = seconds == 0 ? 0 : since.calls() / seconds;
            this.busy = seconds == 0 ? 0 : since.of(Event.BUSY) / seconds;
        }
    }

    TopReply(Running running, RuleSample before, RuleSample now) {
        this.running = running;
        this.view = running.view();
        this.spanNanos = now.nanosSince(before);
        double seconds = spanNanos / (double) TimeUnit.SECONDS.toNanos(1);
        Map<String, RuleWaits> waits = view.waits();
        for (Rule rule : running.rules().rules()) {
            Row row = new Row(now.since(before, rule.name()), seconds, waits.get(rule.name()));
            calls += row.calls;
            busy += row.busy;
            rows.add(row);
        }
        rows.sort(BUSIEST);
    }

    @Override
    public String asText() {
        StringBuilder text = new StringBuilder(running.name());
        text.append("  ").append(Forms.rate(calls)).append(" calls/s  ");
        text.append(Forms.count(view.holding())).append(" held  ");
        text.append(Forms.count(view.waiting())).append(" waiting  busy ");
        text.append(Forms.rate(busy)).append("/s").append(running.trouble(view));
        long now = System.currentTimeMillis();
        text.append("  ").append(Forms.time(now, now)).append('\n');
        Table table = new Table(
                "RULE", ">CALLS/S", ">WAIT p50", ">p99", ">HELD p50", ">p99", ">BUSY/S", ">WAITING", ">OLDEST", "KEY");
        for (Row row : rows.subList(0, Math.min(SHOWN, rows.size()))) {
            table.row(
                    Forms.plain(row.rule),
                    Forms.rate(row.calls),
                    Forms.seconds(row.since.waited().p50()),
                    Forms.seconds(row.since.waited().p99()),
                    Forms.seconds(row.since.held().p50()),
                    Forms.seconds(row.since.held().p99()),
                    Forms.rate(row.busy),
                    Forms.count(row.waiting),
                    Forms.span(row.oldest),
                    Forms.plain(row.key));
        }
        text.append(table.text());
        if (rows.size() > SHOWN) {
            text.append("and ").append(rows.size() - SHOWN).append(" rules that are less busy\n");
        }
        return text.toString();
    }

    @Override
    public Object asJson() {
        List<Object> all = new ArrayList<>(rows.size());
        for (Row row : rows) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("rule", row.rule);
            json.put("callsPerSecond", row.calls);
            json.put("busyPerSecond", row.busy);
            json.put("waitedSeconds", quantiles(row.since.waited()));
            json.put("heldSeconds", quantiles(row.since.held()));
            json.put("waiting", row.waiting);
            json.put("oldestMillis", row.oldest < 0 ? null : TimeUnit.NANOSECONDS.toMillis(row.oldest));
            json.put("key", row.oldest < 0 ? null : row.key);
            all.add(json);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("spanMillis", TimeUnit.NANOSECONDS.toMillis(spanNanos));
        json.put("held", view.holding());
        json.put("waiting", view.waiting());
        json.put("unlocked", view.unlocked());
        json.put("rules", all);
        return json;
    }

    /** JSON has no word for what is no number: of no call, or longer than all bounds. */
    private static Map<String, Object> quantiles(Distribution lengths) {
        Map<String, Object> quantiles = new LinkedHashMap<>();
        quantiles.put("p50", orNull(lengths.p50()));
        quantiles.put("p99", orNull(lengths.p99()));
        return quantiles;
    }

    private static Double orNull(double value) {
        return Double.isNaN(value) || Double.isInfinite(value) ? null : value;
    }
}

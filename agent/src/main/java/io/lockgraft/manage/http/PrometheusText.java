package io.lockgraft.manage.http;

import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.Distribution;
import io.lockgraft.manage.meter.Meters;
import io.lockgraft.manage.meter.RuleMeter;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.manage.meter.RuleWaits;
import io.lockgraft.manage.meter.StoreState;
import io.lockgraft.spi.log.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The numbers in the text format of Prometheus, with the names that Micrometer's registry for Prometheus gives them.
 * The tags are rule, store and outcome; never a key.
 */
final class PrometheusText {
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Among the bounds of {@link Distribution}, so that the counts are exact. */
    private static final double[] BOUNDS = {0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50};

    private final StringBuilder out = new StringBuilder();
    private final List<RuleNumbers> rules = new ArrayList<>();
    private final Meters meters;
    private final Map<String, RuleWaits> waits;

    private PrometheusText(Meters meters, Map<String, RuleWaits> waits) {
        this.meters = meters;
        this.waits = waits;
        for (RuleMeter each : meters.rules()) {
            rules.add(each.numbers());
        }
    }

    /** @param waits who waits now, by the names of rules */
    static String of(Meters meters, Map<String, RuleWaits> waits) {
        return new PrometheusText(meters, waits).write();
    }

    private String write() {
        outcomes("calls", "What calls of locked methods got: the lock, or why not", Counters.OUTCOMES);
        outcomes("holds", "How holds of the lock have ended", Counters.ENDS);
        counter("lost", "Locks that were lost", Event.LOST);
        counter("proceeded", "Calls that ran without the lock, by proceed or failOpen", Event.PROCEEDED);
        counter(
                "local",
                "Calls that ran under the lock of their JVM alone, because an outcome says local",
                Event.LOCAL);
        counter("released_late", "Releases that the store did not confirm at once", Event.RELEASED_LATE);
        counter("exceeded", "Holds that lasted longer than hold.atMost", Event.EXCEEDED);
        counter(
                "body_interrupted",
                "Methods that were interrupted because of onLost or onExceeded",
                Event.BODY_INTERRUPTED);
        counter("not_followed", "Calls whose transaction or result could not be followed", Event.NOT_FOLLOWED);
        start("holding", "gauge", "Calls that are under a lock of their own now");
        for (RuleNumbers each : rules) {
            line("holding", tags(each), String.valueOf(each.holding()));
        }
        waits();
        start("wait_seconds", "histogram", "How long calls waited, until they had the lock or did not get it");
        for (RuleNumbers each : rules) {
            histogram("wait_seconds", each, each.waited());
        }
        start("hold_seconds", "histogram", "How long calls held the lock, of those that have ended");
        for (RuleNumbers each : rules) {
            histogram("hold_seconds", each, each.held());
        }
        stores();
        return out.toString();
    }

    private void waits() {
        start("waiting", "gauge", "Calls that wait for their locks now");
        for (RuleNumbers each : rules) {
            RuleWaits its = waits.get(each.rule());
            line("waiting", tags(each), its == null ? "0" : String.valueOf(its.waiting()));
        }
        start(
                "oldest_wait_seconds",
                "gauge",
                "For how long the oldest of these calls has waited; 0 where there is none");
        for (RuleNumbers each : rules) {
            RuleWaits its = waits.get(each.rule());
            double seconds = its == null ? 0 : its.oldestNanos() / (double) TimeUnit.SECONDS.toNanos(1);
            line("oldest_wait_seconds", tags(each), String.valueOf(seconds));
        }
    }

    private void stores() {
        start("store_up", "gauge", "1 while the store answers, 0 while it is down");
        for (StoreState each : meters.stores()) {
            line("store_up", tag("store", each.name()), each.isUp() ? "1" : "0");
        }
        start("store_down_seconds", "gauge", "For how long the store has been down; 0 while it is up");
        for (StoreState each : meters.stores()) {
            line("store_down_seconds", tag("store", each.name()), String.valueOf(each.downSeconds()));
        }
    }

    private void outcomes(String name, String help, Set<Event> events) {
        start(name + "_total", "counter", help);
        for (RuleNumbers each : rules) {
            for (Event event : events) {
                String outcome = tag("outcome", event.word()) + ',';
                line(name + "_total", outcome + tags(each), String.valueOf(each.of(event)));
            }
        }
    }

    private void counter(String name, String help, Event event) {
        start(name + "_total", "counter", help);
        for (RuleNumbers each : rules) {
            line(name + "_total", tags(each), String.valueOf(each.of(event)));
        }
    }

    private void histogram(String name, RuleNumbers its, Distribution lengths) {
        for (double bound : BOUNDS) {
            String tags = tags(its) + ",le=\"" + bound + '"';
            line(name + "_bucket", tags, String.valueOf(lengths.upTo(bound)));
        }
        line(name + "_bucket", tags(its) + ",le=\"+Inf\"", String.valueOf(lengths.count()));
        line(name + "_count", tags(its), String.valueOf(lengths.count()));
        line(name + "_sum", tags(its), String.valueOf(lengths.sumSeconds()));
    }

    private void start(String name, String type, String help) {
        out.append("# HELP lockgraft_").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE lockgraft_").append(name).append(' ').append(type).append('\n');
    }

    private void line(String name, String tags, String value) {
        out.append("lockgraft_")
                .append(name)
                .append('{')
                .append(tags)
                .append("} ")
                .append(value)
                .append('\n');
    }

    private static String tags(RuleNumbers its) {
        return tag("rule", its.rule()) + ',' + tag("store", its.store());
    }

    private static String tag(String name, String unmasked) {
        String value = Secrets.maskKnown(unmasked);
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}

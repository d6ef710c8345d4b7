package io.lockgraft.start;

import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Printable;
import io.lockgraft.weave.Weaver;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is said when the JVM ends: what has matched nothing, and why; and, where it is asked for, the whole coverage
 * with the counters of each rule as JSON.
 */
final class ExitReport implements Runnable {
    /** More of them are not read on a screen. */
    private static final int LISTED = 20;

    private final Rules rules;
    private final Weaver weaver;
    private final Coverage coverage;
    private final Sites sites;
    private final String file;

    /** @param file of lockgraft.report, or null */
    ExitReport(Rules rules, Weaver weaver, Coverage coverage, Sites sites, String file) {
        this.rules = rules;
        this.weaver = weaver;
        this.coverage = coverage;
        this.sites = sites;
        this.file = file;
    }

    /** Asks the JVM to run it at its end. The thread is not started before, so it keeps no JVM alive. */
    static void atExit(ExitReport report) {
        LastReleases.atExit(report, "lockgraft-exit-report");
    }

    @Override
    public void run() {
        try {
            report();
        } finally {
            Log.end();
        }
    }

    private void report() {
        weaver.explainUnmatched();
        tellUnmatched();
        if (file != null) {
            try {
                coverage.write(new File(file), sites.counters());
            } catch (IOException e) {
                Log.warn("The report that lockgraft.report asks for cannot be written to " + file, e);
            }
        }
    }

    /** One line, however many rules it is about: a file that is shared by many applications has rules for each. */
    private void tellUnmatched() {
        List<String> told = new ArrayList<String>();
        for (Rule rule : rules.rules()) {
            String unmatched = unmatched(rule);
            if (unmatched != null) {
                told.add(unmatched);
            }
        }
        if (told.size() == 1) {
            Log.warn(told.get(0));
        } else if (!told.isEmpty()) {
            Log.warn(list(told));
        }
    }

    private String list(List<String> told) {
        StringBuilder list = new StringBuilder()
                .append(told.size())
                .append(" of ")
                .append(rules.rules().size())
                .append(" rules have patterns that matched nothing:");
        for (int i = 0; i < told.size() && i < LISTED; i++) {
            list.append(Printable.NEXT_LINE).append(told.get(i));
        }
        if (told.size() > LISTED) {
            list.append(Printable.NEXT_LINE)
                    .append("and ")
                    .append(told.size() - LISTED)
                    .append(" more")
                    .append(file == null ? "; -Dlockgraft.report=FILE writes all of them" : ", all of them in " + file);
        }
        return list.toString();
    }

    /** Null where each of its patterns has matched. */
    private String unmatched(Rule rule) {
        Map<String, String> unmatched = coverage.of(rule.name()).unmatched();
        StringBuilder why = new StringBuilder();
        for (Map.Entry<String, String> pattern : unmatched.entrySet()) {
            why.append(why.length() == 0 ? ": " : "; ")
                    .append(pattern.getKey())
                    .append(" matched nothing: ")
                    .append(pattern.getValue());
        }
        String subject = rule.position() + ": rule '" + rule.name() + '\'';
        if (coverage.of(rule.name()).woven() == 0) {
            return Printable.of(subject + " locked nothing in this run" + why);
        }
        return unmatched.isEmpty() ? null : Printable.of(subject + why);
    }
}

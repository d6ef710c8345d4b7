package io.lockgraft.agent;

import io.lockgraft.lock.Sites;
import io.lockgraft.report.Coverage;
import io.lockgraft.report.Log;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.weave.Weaver;
import java.io.File;
import java.io.IOException;
import java.util.Map;

/**
 * What is said when the JVM ends: what has matched nothing, and why; and, where it is asked for, the whole coverage
 * with the counters of each rule as JSON.
 */
final class ExitReport implements Runnable {
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

    /** Asks the JVM to run it. The thread is not started before, so it keeps no JVM alive. */
    static void atExit(ExitReport report) {
        Thread hook = new Thread(report, "lockgraft-exit-report");
        // A hook inherits what its maker had; ours must not hold on to anything of the application.
        hook.setContextClassLoader(null);
        Runtime.getRuntime().addShutdownHook(hook);
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
        for (Rule rule : rules.rules()) {
            tellUnmatched(rule);
        }
        if (file != null) {
            try {
                coverage.write(new File(file), sites.counters());
            } catch (IOException e) {
                Log.warn("The report that lockgraft.report asks for cannot be written to " + file, e);
            }
        }
    }

    private void tellUnmatched(Rule rule) {
        Map<String, String> unmatched = coverage.unmatched(rule.name());
        StringBuilder why = new StringBuilder();
        for (Map.Entry<String, String> pattern : unmatched.entrySet()) {
            why.append(why.length() == 0 ? ": " : "; ")
                    .append(pattern.getKey())
                    .append(" matched nothing: ")
                    .append(pattern.getValue());
        }
        String subject = rule.position() + ": rule '" + rule.name() + '\'';
        if (coverage.woven(rule.name()) == 0) {
            Log.warn(subject + " locked nothing in this run" + why);
        } else if (!unmatched.isEmpty()) {
            Log.warn(subject + why);
        }
    }
}

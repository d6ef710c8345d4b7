package io.lockgraft.start;

import io.lockgraft.engine.call.LockEngine;
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
 * What is done when the JVM ends. The releases that are under way reach the lock server, for half a second at most.
 * Then it is told what has matched nothing, and why; and, where it is asked for, the whole coverage with the counters
 * of each rule as JSON.
 */
final class ExitReport implements Runnable {
    /** More of them are not read on a screen. */
    private static final int LISTED = 20;

    private final LockEngine engine;
    private final Rules rules;
    private final Weaver weaver;
    private final Coverage coverage;
    private final Sites sites;
    private final String file;

    /** @param file of lockgraft.report, or null */
    ExitReport(LockEngine engine, Rules rules, Weaver weaver, Coverage coverage, Sites sites, String file) {
        this.engine = engine;
        this.rules = rules;
        this.weaver = weaver;
        this.coverage = coverage;
        this.sites = sites;
        this.file = file;
    }

    /** Asks the JVM to run it at its end. The thread is not started before, so it keeps no JVM alive. */
    void atExit() {
        Thread hook = new Thread(this, "lockgraft-exit-report");
        // A hook inherits what its maker had; ours must not hold on to anything of the application.
        hook.setContextClassLoader(null);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void run() {
        try {
            engine.settle();
        } catch (InterruptedException e) {
            // What is not released by now ends with its lease.
        }
        try {
            weaver.explainUnmatched();
            tellUnmatched();
            if (file != null) {
                coverage.write(new File(file), sites.counters());
            }
        } catch (IOException e) {
            Log.warn("The report that lockgraft.report asks for cannot be written to " + file, e);
        } finally {
            Log.end();
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
        if (!told.isEmpty()) {
            Log.warn(told.size() == 1 ? told.get(0) : list(told));
        }
    }

    private String list(List<String> told) {
        List<String> lines = new ArrayList<String>(told.subList(0, Math.min(LISTED, told.size())));
        lines.add(0, told.size() + " of " + rules.rules().size() + " rules have patterns that matched nothing:");
        if (told.size() > LISTED) {
            String where = file == null ? "; -Dlockgraft.report=FILE writes all of them" : ", all of them in " + file;
            lines.add("and " + (told.size() - LISTED) + " more" + where);
        }
        return String.join(Printable.NEXT_LINE, lines);
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

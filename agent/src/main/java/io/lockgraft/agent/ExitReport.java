package io.lockgraft.agent;

import io.lockgraft.report.Coverage;
import io.lockgraft.report.Log;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import java.io.File;
import java.io.IOException;
import java.util.Map;

/** What is said when the JVM ends: rules that locked nothing, and, where it is asked for, the whole coverage as JSON. */
final class ExitReport extends Thread {
    private final Rules rules;
    private final Coverage coverage;
    private final String file;

    /** @param file of lockgraft.report, or null */
    private ExitReport(Rules rules, Coverage coverage, String file) {
        super("lockgraft-exit-report");
        this.rules = rules;
        this.coverage = coverage;
        this.file = file;
        // A hook inherits what its maker had; ours must not hold on to anything of the application.
        setContextClassLoader(null);
    }

    /** Asks the JVM to run it. The thread is not started before, so it keeps no JVM alive. */
    static void atExit(Rules rules, Coverage coverage, String file) {
        Runtime.getRuntime().addShutdownHook(new ExitReport(rules, coverage, file));
    }

    @Override
    public void run() {
        for (Rule rule : rules.rules()) {
            if (coverage.woven(rule.name()) == 0) {
                Log.warn(rule.position() + ": rule '" + rule.name() + "' locked nothing in this run" + why(rule));
            }
        }
        if (file != null) {
            try {
                coverage.write(new File(file));
            } catch (IOException e) {
                Log.warn("The report that lockgraft.report asks for cannot be written to " + file, e);
            }
        }
    }

    private String why(Rule rule) {
        StringBuilder why = new StringBuilder();
        for (Map.Entry<String, String> pattern : coverage.unmatched(rule.name()).entrySet()) {
            why.append(why.length() == 0 ? ": " : "; ")
                    .append(pattern.getKey())
                    .append(pattern.getValue() == null ? ", no such class was loaded" : ", " + pattern.getValue());
        }
        return why.toString();
    }
}

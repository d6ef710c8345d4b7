package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.cli.connect.StoreFinding;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the check found: the mistakes, and where there was a class path, each rule's methods and the warnings. */
final class Verdict {
    final String file;
    /** How many rules the file has; 0 where it does not read. */
    final int ruleCount;

    final List<Problem> problems;
    /** What a person should know or change though each rule fits; little of it without a class path. */
    final List<Problem> warnings;
    /** In the order of the file; empty without a class path. */
    final List<RuleFindings> rules;
    /** The variables and secret files that are not there, where that is no mistake; what they fill in is not judged. */
    final List<Problem> unset;
    /** What the stores have answered; empty where they were not asked. */
    final List<StoreFinding> stores;
    /** What was read beside the rules file, closed by now; null where the file alone was judged. */
    final ClassPath classPath;

    Verdict(
            String file,
            int ruleCount,
            List<Problem> problems,
            List<Problem> warnings,
            List<RuleFindings> rules,
            List<Problem> unset,
            ClassPath classPath) {
        this(file, ruleCount, problems, warnings, rules, unset, Collections.emptyList(), classPath);
    }

    private Verdict(
            String file,
            int ruleCount,
            List<Problem> problems,
            List<Problem> warnings,
            List<RuleFindings> rules,
            List<Problem> unset,
            List<StoreFinding> stores,
            ClassPath classPath) {
        this.file = file;
        this.ruleCount = ruleCount;
        this.problems = problems;
        this.warnings = warnings;
        this.rules = rules;
        this.unset = unset;
        this.stores = stores;
        this.classPath = classPath;
    }

    /** On the file alone. */
    Verdict(String file, int ruleCount, List<Problem> problems, List<Problem> warnings, List<Problem> unset) {
        this(file, ruleCount, problems, warnings, Collections.emptyList(), unset, null);
    }

    /** The same with what the stores have answered. One that cannot be used is a problem of the whole file. */
    Verdict with(List<StoreFinding> asked) {
        List<Problem> all = new ArrayList<>(problems);
        for (StoreFinding store : asked) {
            if (store.failure() != null) {
                all.add(new Problem(Position.whole(file), store.title() + " cannot be used: " + store.failure()));
            }
        }
        return new Verdict(file, ruleCount, all, warnings, rules, unset, asked, classPath);
    }
}

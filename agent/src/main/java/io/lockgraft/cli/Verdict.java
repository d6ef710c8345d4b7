package io.lockgraft.cli;

import io.lockgraft.rules.Rules;
import io.lockgraft.spi.settings.Problem;
import java.util.Collections;
import java.util.List;

/** What the check found: the mistakes, and where there was a class path, each rule's methods and the warnings. */
final class Verdict {
    final String file;
    /** How many rules the file has; 0 where it does not read. */
    final int ruleCount;

    final List<Problem> problems;
    /** What a person should know or change though each rule fits; empty without a class path. */
    final List<Problem> warnings;
    /** In the order of the file; empty without a class path. */
    final List<RuleVerdict> rules;
    /** Null where the file alone was judged. */
    final ClassPathVerdict classPath;

    Verdict(
            String file,
            int ruleCount,
            List<Problem> problems,
            List<Problem> warnings,
            List<RuleVerdict> rules,
            ClassPathVerdict classPath) {
        this.file = file;
        this.ruleCount = ruleCount;
        this.problems = problems;
        this.warnings = warnings;
        this.rules = rules;
        this.classPath = classPath;
    }

    /** On a file that reads. */
    static Verdict onFile(Rules rules) {
        return new Verdict(
                rules.file(),
                rules.rules().size(),
                rules.warnings(),
                Collections.<Problem>emptyList(),
                Collections.<RuleVerdict>emptyList(),
                null);
    }

    /** On a file that does not. */
    static Verdict onFile(String file, List<Problem> problems) {
        return new Verdict(
                file, 0, problems, Collections.<Problem>emptyList(), Collections.<RuleVerdict>emptyList(), null);
    }

    int mistakes() {
        return problems.size();
    }

    /** What was read beside the rules file. */
    static final class ClassPathVerdict {
        final int archives;
        final int classes;
        /** What could not be read, a sentence each. */
        final List<String> notes;

        ClassPathVerdict(int archives, int classes, List<String> notes) {
            this.archives = archives;
            this.classes = classes;
            this.notes = notes;
        }
    }
}

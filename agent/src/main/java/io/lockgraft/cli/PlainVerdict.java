package io.lockgraft.cli;

import io.lockgraft.spi.settings.Problem;
import io.lockgraft.spi.text.Printable;
import java.util.HashSet;
import java.util.Set;

/** A verdict as a person reads it: what each rule locks, then the mistakes and warnings, then the sum in one line. */
final class PlainVerdict {
    private final StringBuilder text = new StringBuilder();
    private final Verdict verdict;

    private PlainVerdict(Verdict verdict) {
        this.verdict = verdict;
    }

    static String write(Verdict verdict) {
        PlainVerdict plain = new PlainVerdict(verdict);
        plain.rules();
        plain.problems();
        plain.summary();
        return plain.text.toString();
    }

    private void rules() {
        for (RuleVerdict rule : verdict.rules) {
            line("rule '" + rule.rule.name() + "' locks " + counted(rule.methods.size(), "method")
                    + (rule.methods.isEmpty() ? "" : " of " + counted(classes(rule), "class")));
            for (String note : rule.notes) {
                line("  note: " + note);
            }
            String owner = null;
            for (LockedMethod locked : rule.methods) {
                if (!locked.method.owner().equals(owner)) {
                    owner = locked.method.owner();
                    line("  " + owner + "  (" + locked.place + ")");
                }
                line("    " + Signature.of(locked.method) + "  ->  " + String.join(", ", locked.keys));
                line("      " + locked.end.told());
                for (String note : locked.notes) {
                    line("      note: " + note);
                }
            }
            line("");
        }
    }

    private void problems() {
        for (Problem problem : verdict.problems) {
            line(problem.toString());
        }
        for (Problem warning : verdict.warnings) {
            line(warning.position() + ": warning: " + warning.message());
        }
        if (verdict.classPath != null) {
            for (String note : verdict.classPath.notes) {
                line("note: " + note);
            }
        }
    }

    private void summary() {
        StringBuilder sum = new StringBuilder(verdict.file).append(": ");
        if (verdict.ruleCount > 0) {
            sum.append(counted(verdict.ruleCount, "rule"));
            if (verdict.classPath != null) {
                int methods = 0;
                for (RuleVerdict rule : verdict.rules) {
                    methods += rule.methods.size();
                }
                sum.append(verdict.ruleCount == 1 ? " locks " : " lock ").append(counted(methods, "method"));
                sum.append(" (").append(counted(verdict.classPath.classes, "class"));
                sum.append(" in ").append(counted(verdict.classPath.archives, "jar or folder", "jars and folders"));
                sum.append(" looked at)");
            }
            sum.append(", ");
        }
        int mistakes = verdict.problems.size();
        int warnings = verdict.warnings.size();
        line(sum.append(counted(mistakes, "mistake"))
                .append(warnings == 0 ? "" : ", " + counted(warnings, "warning"))
                .toString());
    }

    private static int classes(RuleVerdict rule) {
        Set<String> owners = new HashSet<>();
        for (LockedMethod locked : rule.methods) {
            owners.add(locked.method.owner());
        }
        return owners.size();
    }

    private static String counted(int count, String noun) {
        return counted(count, noun, noun + (noun.endsWith("s") ? "es" : "s"));
    }

    private static String counted(int count, String one, String several) {
        return (count == 0 ? "no" : String.valueOf(count)) + ' ' + (count == 1 ? one : several);
    }

    private void line(String line) {
        text.append(Printable.of(line)).append(System.lineSeparator());
    }
}

package io.lockgraft.cli;

import io.lockgraft.cli.connect.StoreFinding;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.text.Printable;

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
        plain.stores();
        plain.problems();
        plain.summary();
        return plain.text.toString();
    }

    private void rules() {
        for (RuleFindings rule : verdict.rules) {
            long classes = rule.methods.stream()
                    .map(each -> each.method.owner())
                    .distinct()
                    .count();
            line("rule '" + rule.rule.name() + "' locks " + counted(rule.methods.size(), "method")
                    + (classes == 0 ? "" : " of " + counted(classes, "class")));
            rule.notes().forEach(note -> line("  note: " + note));
            String owner = null;
            for (LockedMethod locked : rule.methods) {
                if (!locked.method.owner().equals(owner)) {
                    owner = locked.method.owner();
                    line("  " + owner + "  (" + locked.place + ")");
                }
                String keys = locked.keys.isEmpty() ? "" : "  ->  " + String.join(", ", locked.keys);
                line("    " + Signature.of(locked.method) + keys);
                line("      " + locked.end.told());
                locked.notes.forEach(note -> line("      note: " + note));
            }
            line("");
        }
    }

    private void stores() {
        for (StoreFinding store : verdict.stores) {
            if (store.failure() == null) {
                line(store.title() + ": " + store.promises() + "; " + String.join("; ", store.facts()));
            }
        }
    }

    private void problems() {
        verdict.problems.forEach(problem -> line(problem.toString()));
        verdict.warnings.forEach(warning -> line(warning.position() + ": warning: " + warning.message()));
        verdict.unset.forEach(unset -> line(unset.position() + ": note: " + unset.message() + " (not judged)"));
        if (verdict.classPath != null) {
            verdict.classPath.notes().forEach(note -> line("note: " + note));
        }
    }

    private void summary() {
        String rules = verdict.ruleCount == 0 ? "" : counted(verdict.ruleCount, "rule") + locked() + ", ";
        String mistakes = counted(verdict.problems.size(), "mistake");
        String warnings = verdict.warnings.isEmpty() ? "" : ", " + counted(verdict.warnings.size(), "warning");
        line(verdict.file + ": " + rules + mistakes + warnings);
    }

    /** How many methods they lock, out of how many classes; empty where there was no class path. */
    private String locked() {
        if (verdict.classPath == null) {
            return "";
        }
        long methods =
                verdict.rules.stream().flatMap(rule -> rule.methods.stream()).count();
        return (verdict.ruleCount == 1 ? " locks " : " lock ") + counted(methods, "method")
                + " (" + counted(verdict.classPath.classNames().size(), "class")
                + " in " + counted(verdict.classPath.size(), "jar or folder", "jars and folders") + " looked at)";
    }

    private static String counted(long count, String noun) {
        return counted(count, noun, noun + (noun.endsWith("s") ? "es" : "s"));
    }

    private static String counted(long count, String one, String several) {
        return (count == 0 ? "no" : String.valueOf(count)) + ' ' + (count == 1 ? one : several);
    }

    private void line(String line) {
        text.append(Printable.of(Secrets.maskKnown(line))).append(System.lineSeparator());
    }
}

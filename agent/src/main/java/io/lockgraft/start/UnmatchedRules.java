package io.lockgraft.start;

import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Tells of the rules with patterns that have matched nothing: one line, however many rules it is about, for a file that
 * is shared by many applications has rules for each. Rules that require a match are a line of their own, an error.
 */
final class UnmatchedRules {
    /** More of them are not read on a screen. */
    private static final int LISTED = 20;

    private final Rules rules;
    private final Coverage coverage;
    private final String report;

    /** @param report the file of lockgraft.report, or null */
    UnmatchedRules(Rules rules, Coverage coverage, String report) {
        this.rules = rules;
        this.coverage = coverage;
        this.report = report;
    }

    /**
     * Logs them.
     *
     * @param unmatched of rules the patterns that have matched nothing, each with why
     * @param span what they have matched nothing in, as "in this run"
     * @param andUnused whether rules are told, too, whose patterns all have matched, and whose classes were not loaded
     */
    void tell(Map<Rule, Map<String, String>> unmatched, String span, boolean andUnused) {
        List<String> warnings = new ArrayList<String>();
        List<String> errors = new ArrayList<String>();
        for (Rule rule : rules.rules()) {
            Map<String, String> its = unmatched.get(rule);
            if (its == null && (!andUnused || coverage.of(rule.name()).woven() > 0)) {
                continue;
            }
            String told = told(rule, its == null ? Collections.<String, String>emptyMap() : its, span);
            if (its != null && rule.requiresMatch()) {
                errors.add(told + " (requireMatch)");
            } else {
                warnings.add(told);
            }
        }
        if (!errors.isEmpty()) {
            Log.error(list(errors));
        }
        if (!warnings.isEmpty()) {
            Log.warn(list(warnings));
        }
    }

    private String told(Rule rule, Map<String, String> unmatched, String span) {
        StringBuilder told = new StringBuilder(rule.position().toString())
                .append(": rule '")
                .append(rule.name())
                .append('\'')
                .append(coverage.of(rule.name()).woven() == 0 ? " locked nothing " + span : "");
        String before = ": ";
        for (Map.Entry<String, String> pattern : unmatched.entrySet()) {
            told.append(before)
                    .append(pattern.getKey())
                    .append(" matched nothing: ")
                    .append(pattern.getValue());
            before = "; ";
        }
        return Printable.of(told.toString());
    }

    private String list(List<String> told) {
        if (told.size() == 1) {
            return told.get(0);
        }
        List<String> lines = new ArrayList<String>(told.subList(0, Math.min(LISTED, told.size())));
        lines.add(0, told.size() + " of " + rules.rules().size() + " rules have patterns that matched nothing:");
        if (told.size() > LISTED) {
            String where =
                    report == null ? "; -Dlockgraft.report=FILE writes all of them" : ", all of them in " + report;
            lines.add("and " + (told.size() - LISTED) + " more" + where);
        }
        return String.join(Printable.NEXT_LINE, lines);
    }
}

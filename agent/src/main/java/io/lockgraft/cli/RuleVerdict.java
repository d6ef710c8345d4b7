package io.lockgraft.cli;

import io.lockgraft.rules.Rule;
import java.util.List;

/** What the check found about one rule: the methods that it locks, and what a person should know. */
final class RuleVerdict {
    final Rule rule;
    /** By class, in the order of the class file within one. */
    final List<LockedMethod> methods;

    final List<String> notes;

    RuleVerdict(Rule rule, List<LockedMethod> methods, List<String> notes) {
        this.rule = rule;
        this.methods = methods;
        this.notes = notes;
    }
}

package io.lockgraft.cli;

import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.Unlockable;
import io.lockgraft.rules.Problem;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.type.TypeShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Holds rules against an application's class files. Reads those classes only that a pattern can mean by their names. */
final class Judge {
    private static final String ANY = "*";

    private final Rules rules;
    private final ClassPath application;
    private final List<RuleFindings> findings = new ArrayList<>();

    Judge(Rules rules, ClassPath application) {
        this.rules = rules;
        this.application = application;
        for (Rule rule : rules.rules()) {
            findings.add(new RuleFindings(rule, application));
        }
    }

    Verdict verdict() {
        for (String className : candidates()) {
            TypeShape type = application.find(className);
            if (type != null && Unlockable.inClass(className) == null) {
                for (RuleFindings each : findings) {
                    each.look(type);
                }
            }
        }
        List<Problem> problems = new ArrayList<>(rules.warnings());
        List<RuleVerdict> verdicts = new ArrayList<>();
        for (RuleFindings each : findings) {
            verdicts.add(each.verdict());
            problems.addAll(each.problems());
        }
        Verdict.ClassPathVerdict read = new Verdict.ClassPathVerdict(
                application.size(), application.classNames().size(), application.notes());
        return new Verdict(rules.file(), rules.rules().size(), problems, verdicts, read);
    }

    /** The names of all classes that any pattern can mean, sorted. */
    private TreeSet<String> candidates() {
        TreeSet<String> names = new TreeSet<>();
        List<MethodPattern> wide = new ArrayList<>();
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                if (pattern.exactClass() == null) {
                    wide.add(pattern);
                }
                for (String name : pattern.exactClasses()) {
                    if (application.has(name)) {
                        names.add(name);
                    }
                }
            }
        }
        for (String name : application.classNames()) {
            Set<String> methods = methods(wide, name);
            if (methods.contains(ANY) || (!methods.isEmpty() && application.mentions(name, new Mentions(methods)))) {
                names.add(name);
            }
        }
        return names;
    }

    /** The names of the methods that wide patterns may mean in a class of this name. */
    private static Set<String> methods(List<MethodPattern> wide, String className) {
        Set<String> methods = new HashSet<>();
        for (MethodPattern pattern : wide) {
            if (pattern.takesSubtypes() || pattern.namesType(className)) {
                methods.add(pattern.methodName().indexOf('*') >= 0 ? ANY : pattern.methodName());
            }
        }
        return methods;
    }
}

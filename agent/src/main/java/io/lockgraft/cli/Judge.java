package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.cli.classpath.Lineage;
import io.lockgraft.cli.classpath.Mentions;
import io.lockgraft.engine.warning.HoldEnd;
import io.lockgraft.engine.warning.SiteWarning;
import io.lockgraft.language.pattern.LambdaMatch;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.classfile.LambdaCreation;
import io.lockgraft.language.type.classfile.LambdaFinder;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds rules against an application's class files. Reads those classes only that a pattern can mean by their names.
 */
final class Judge {
    private static final Mentions LAMBDAS = new Mentions(Collections.singleton("java/lang/invoke/LambdaMetafactory"));

    private final Rules rules;
    private final ClassPath application;
    private final Lineage lineage;
    private final List<RuleFindings> findings = new ArrayList<>();
    private final WarningFindings warnings;
    private final List<Problem> lambdas = new ArrayList<>();

    Judge(Rules rules, ClassPath application) {
        this.rules = rules;
        this.application = application;
        this.lineage = new Lineage(application);
        this.warnings = new WarningFindings(rules.rules());
        for (Rule rule : rules.rules()) {
            findings.add(new RuleFindings(rule, application));
        }
    }

    Verdict verdict() {
        for (String className : candidates()) {
            TypeShape type = application.find(className);
            if (type != null && Unlockable.inClass(className) == null) {
                look(type);
            }
        }
        List<Problem> problems = new ArrayList<>(rules.warnings());
        List<Problem> told = new ArrayList<>();
        List<RuleVerdict> verdicts = new ArrayList<>();
        for (RuleFindings each : findings) {
            verdicts.add(each.verdict());
            problems.addAll(each.problems());
            told.addAll(each.warnings());
        }
        told.addAll(warnings.problems());
        told.addAll(lambdas);
        Verdict.ClassPathVerdict read = new Verdict.ClassPathVerdict(
                application.size(), application.classNames().size(), application.notes());
        return new Verdict(rules.file(), rules.rules().size(), problems, told, verdicts, read);
    }

    private void look(TypeShape type) {
        lookForLambdas(type.name());
        List<HoldEnd> ends = new ArrayList<>();
        Map<MethodShape, List<Rule>> locked = new LinkedHashMap<>();
        for (RuleFindings each : findings) {
            for (HoldEnd end : each.look(type)) {
                ends.add(end);
                locked.computeIfAbsent(end.method(), first -> new ArrayList<>(1))
                        .add(end.rule());
            }
        }
        if (!locked.isEmpty()) {
            warnings.add(SiteWarning.of(ends, application.bytes(type.name()), locked));
        }
    }

    private void lookForLambdas(String className) {
        if (!application.mentions(className, LAMBDAS)) {
            return;
        }
        List<LambdaCreation> made = LambdaFinder.in(application.bytes(className));
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                if (LambdaMatch.mayTake(pattern)) {
                    for (String sentence : LambdaMatch.told(pattern, rule.methods(), className, made, application)) {
                        lambdas.add(rule.problem(rule.position(pattern), ": " + sentence));
                    }
                }
            }
        }
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
            if (mayBeMeant(name, wide)) {
                names.add(name);
            }
        }
        return names;
    }

    /** Whether a wide pattern may mean a method of the class, judged by no more of its file than that needs. */
    private boolean mayBeMeant(String className, List<MethodPattern> wide) {
        Set<String> methods = new HashSet<>();
        boolean anyLambda = false;
        for (MethodPattern pattern : wide) {
            boolean any = pattern.methodName().indexOf('*') >= 0;
            anyLambda |= any && LambdaMatch.mayTake(pattern);
            if (pattern.namesType(className)
                    || (pattern.takesSubtypes() && (!any || lineage.reaches(className, pattern)))) {
                if (any) {
                    return true;
                }
                methods.add(pattern.methodName());
            }
        }
        return (!methods.isEmpty() && application.mentions(className, new Mentions(methods)))
                || (anyLambda && application.mentions(className, LAMBDAS));
    }
}

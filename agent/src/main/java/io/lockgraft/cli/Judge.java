package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.engine.warning.HoldScope;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Holds rules against an application's class files. Reads those classes only that a pattern can mean by their names.
 */
final class Judge {
    private final Rules rules;
    private final ClassPath application;
    private final Map<Rule, RuleFindings> findings = new LinkedHashMap<>();
    private final List<Problem> lambdas = new ArrayList<>();

    Judge(Rules rules, ClassPath application) {
        this.rules = rules;
        this.application = application;
        rules.rules().forEach(rule -> findings.put(rule, new RuleFindings(rule, application)));
    }

    /** @param unset what the rules file asks for and is not there, where that is no mistake */
    Verdict verdict(List<Problem> unset) {
        for (String className : candidates()) {
            TypeShape type = application.find(className);
            if (type != null && Unlockable.inClass(className) == null) {
                look(type);
            }
        }
        List<RuleFindings> each = new ArrayList<>(findings.values());
        List<Problem> problems = new ArrayList<>(rules.tolerated());
        List<Problem> warnings = new ArrayList<>(rules.warnings());
        each.forEach(rule -> problems.addAll(rule.problems()));
        each.forEach(rule -> warnings.addAll(rule.patternWarnings()));
        each.forEach(rule -> warnings.addAll(rule.siteWarnings()));
        each.forEach(rule -> warnings.addAll(rule.doubts()));
        warnings.addAll(lambdas);
        return new Verdict(rules.file(), rules.rules().size(), problems, warnings, each, unset, application);
    }

    private void look(TypeShape type) {
        byte[] classFile = application.bytes(type.name());
        lookForLambdas(type.name(), classFile);
        List<HoldScope> ends = new ArrayList<>();
        Map<MethodShape, List<Rule>> locked = new LinkedHashMap<>();
        for (RuleFindings each : findings.values()) {
            for (HoldScope end : each.look(type)) {
                ends.add(end);
                locked.computeIfAbsent(end.method(), first -> new ArrayList<>(1))
                        .add(end.rule());
            }
        }
        if (!locked.isEmpty()) {
            for (SiteWarning each : SiteWarning.of(ends, classFile, locked)) {
                findings.get(each.rule()).warn(each);
            }
        }
    }

    private void lookForLambdas(String className, byte[] classFile) {
        List<LambdaCreation> made = null;
        for (Rule rule : rules.rules()) {
            for (MethodPattern pattern : rule.methods()) {
                if (LambdaMatch.mayTake(pattern)) {
                    made = made == null ? LambdaFinder.in(classFile) : made;
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
                names.addAll(pattern.exactClasses());
            }
        }
        names.retainAll(application.classNames());
        for (String name : application.classNames()) {
            if (wide.stream().anyMatch(pattern -> pattern.takesSubtypes() || pattern.namesType(name))) {
                names.add(name);
            }
        }
        return names;
    }
}

package io.lockgraft.cli;

import io.lockgraft.cli.classpath.ClassPath;
import io.lockgraft.engine.site.BlockSites;
import io.lockgraft.engine.site.SiteCheck;
import io.lockgraft.engine.warning.HoldScope;
import io.lockgraft.engine.warning.SiteWarning;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the classes say about one rule: the methods that it locks, what is wrong, and what a person should know. */
final class RuleFindings {
    final Rule rule;
    /** By class, in the order of the class file within one. */
    final List<LockedMethod> methods = new ArrayList<>();

    private final ClassPath application;
    private final List<PatternFindings> patterns = new ArrayList<>();
    private final Map<String, Remark> misfits = new LinkedHashMap<>();
    private final Map<String, Remark> warnings = new LinkedHashMap<>();

    RuleFindings(Rule rule, ClassPath application) {
        this.rule = rule;
        this.application = application;
        rule.methods().forEach(pattern -> patterns.add(new PatternFindings(pattern)));
    }

    /**
     * Holds the rule against one class; returns where the holds of what it locks there end. Every pattern is asked,
     * so that each knows what it
     * is good for.
     */
    List<HoldScope> look(TypeShape type) {
        Set<MethodShape> taken = new HashSet<>();
        for (PatternFindings each : patterns) {
            taken.addAll(each.in(type, application));
        }
        List<HoldScope> locked = new ArrayList<>(0);
        for (MethodShape method : type.methods()) {
            if (taken.contains(method) && fits(method, SiteCheck.check(rule, method, application))) {
                HoldScope end = new HoldScope(rule, type, method, application);
                for (String unseen : end.refusals()) {
                    remark(misfits, rule.position("hold.until"), " cannot be applied to ", unseen, method);
                }
                if (end.refusals().isEmpty()) {
                    add(method, end);
                    locked.add(end);
                }
            }
        }
        return locked;
    }

    private boolean fits(MethodShape method, List<Problem> problems) {
        for (Problem problem : problems) {
            remark(misfits, problem.position(), " cannot be applied to ", problem.message(), method);
        }
        return problems.isEmpty();
    }

    private void add(MethodShape method, HoldScope end) {
        List<String> keys = new ArrayList<>();
        for (Template key : rule.keys()) {
            String namespace = rule.namespace().isEmpty() ? "" : rule.namespace() + ':';
            keys.add(Secrets.maskKnown(namespace) + key.describe(method, application));
        }
        List<String> notes = new ArrayList<>(application.notesOn(method.owner()));
        notes.addAll(SiteCheck.hints(rule, method, application));
        notes.addAll(SiteCheck.notes(rule, method, application));
        if (Modifier.isSynchronized(method.modifiers())) {
            notes.add(
                    "it is synchronized: the monitor is entered inside the lock, unless the class is loaded before the"
                            + " agent");
        }
        methods.add(new LockedMethod(method, application.placeOf(method.owner()), keys, end, notes));
    }

    void warn(SiteWarning warning) {
        remark(warnings, rule.position(), ": ", warning.sentence(), warning.method());
    }

    private void remark(Map<String, Remark> all, Position at, String before, String message, MethodShape method) {
        Remark remark = all.computeIfAbsent(at + message, first -> new Remark(at, before, message));
        remark.methods.add(method);
    }

    /** What a person should know of the rule. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (rule.argument() != null) {
            notes.add("a program locks with it what it gives to Locks.call(\"" + rule.name() + "\", " + rule.argument()
                    + ", ...)");
        }
        rule.methods().forEach(pattern -> notes.addAll(pattern.hints()));
        if (patterns.size() > 1) {
            for (PatternFindings each : patterns) {
                notes.add(each.pattern + " takes " + each.count() + (each.count() == 1 ? " method" : " methods"));
            }
        }
        return notes;
    }

    /** What should be known of its patterns, though they are no mistakes. */
    List<Problem> patternWarnings() {
        List<Problem> told = new ArrayList<>(0);
        for (PatternFindings each : patterns) {
            String warning = each.warning(application);
            if (warning != null) {
                told.add(rule.problem(rule.position(each.pattern), ": " + warning));
            }
        }
        return told;
    }

    /** What should be known of its methods. */
    List<Problem> siteWarnings() {
        return warnings.values().stream().map(Remark::problem).collect(Collectors.toList());
    }

    /** What is seldom meant. */
    List<Problem> doubts() {
        Doubts doubts = new Doubts(rule);
        List<Problem> all = doubts.ofSettings();
        boolean isWide = patterns.stream().anyMatch(each -> each.pattern.exactClass() == null && each.count() > 0);
        all.addAll(doubts.ofMethods(methods, isWide));
        return all;
    }

    List<Problem> problems() {
        List<Problem> problems = new ArrayList<>(BlockSites.check(rule));
        for (PatternFindings each : patterns) {
            for (String mistake : each.mistakes(application)) {
                problems.add(rule.problem(rule.position(each.pattern), ": " + mistake));
            }
        }
        misfits.values().forEach(misfit -> problems.add(misfit.problem()));
        return problems;
    }

    /** What is to be said of methods: once, of the first of them. */
    private final class Remark {
        private final Position at;
        private final String before;
        private final String message;
        private final List<MethodShape> methods = new ArrayList<>(1);

        Remark(Position at, String before, String message) {
            this.at = at;
            this.before = before;
            this.message = message;
        }

        Problem problem() {
            String others = methods.size() == 1 ? "" : " (and " + (methods.size() - 1) + " more)";
            return rule.problem(at, before + methods.get(0) + others + ": " + message);
        }
    }
}

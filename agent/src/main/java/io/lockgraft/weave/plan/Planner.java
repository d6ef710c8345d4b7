package io.lockgraft.weave.plan;

import io.lockgraft.engine.later.Watch;
import io.lockgraft.engine.site.ResultKind;
import io.lockgraft.engine.warning.HoldScope;
import io.lockgraft.engine.warning.SiteWarning;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.PatternMatch;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.Primitives;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.classfile.ClassFiles;
import io.lockgraft.language.type.classfile.OriginalNames;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.weave.loaders.GateProbe;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides what is to be done to one class that a rule may mean, and tells of each rule that cannot be applied to it.
 */
public final class Planner {
    private final Rules rules;
    private final Misses misses;
    private final RuleMatches matches;
    private final SiteRegister register;
    private final Watchlist watchlist;
    private final Coverage coverage;
    private final Refusals refusals = new Refusals();
    private final FirstLocks firstLocks = new FirstLocks();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    private final Set<Rule> unbounded = ConcurrentHashMap.newKeySet();
    public final LambdaWarnings lambdas;

    public Planner(Rules rules, SiteRegister register, Watchlist watchlist, Coverage coverage) {
        this.rules = rules;
        this.misses = new Misses(coverage, refusals, rules.failOpen());
        this.matches = new RuleMatches(rules, misses);
        this.register = register;
        this.watchlist = watchlist;
        this.coverage = coverage;
        this.lambdas = new LambdaWarnings(rules, coverage);
        declare(rules, coverage);
    }

    private static void declare(Rules rules, Coverage coverage) {
        for (Rule rule : rules.rules()) {
            List<String> patterns = new ArrayList<>();
            for (MethodPattern pattern : rule.patterns()) {
                patterns.add(pattern.toString());
                for (String hint : pattern.hints()) {
                    Log.debug(rule.position() + ": rule '" + rule.name() + "': " + hint);
                }
            }
            coverage.declare(rule.name(), rule.position().toString(), rule.store(), patterns);
        }
    }

    /** Ends the start: what the rules name and cannot be applied to, as far as it could be known by now. */
    public List<Problem> started() {
        misses.started();
        return refusals.started();
    }

    /** How many rules have a method that is known by now, and whose hold may go on after it without a bound. */
    public int unbounded() {
        return unbounded.size();
    }

    /** Judges a class that is not loaded yet by its class file, so that what does not fit is known before main. */
    public void judge(ClassLoader loader, byte[] bytes) {
        TypeShape type = ClassFiles.read(bytes);
        LoaderTypes types = new LoaderTypes(loader).with(type);
        Map<MethodShape, List<Rule>> locked = new LinkedHashMap<>();
        for (Map.Entry<MethodShape, List<Rule>> each : matches.of(type, types).entrySet()) {
            List<Rule> fitting = new ArrayList<>(1);
            for (Rule rule : each.getValue()) {
                if (refusal(rule, type, each.getKey(), types) == null) {
                    fitting.add(rule);
                }
            }
            locked.put(each.getKey(), fitting);
        }
        warn(HoldScope.of(type, locked, types), bytes, locked);
    }

    /**
     * Null where no rule means a method of the class.
     *
     * @param moved name and descriptor of the methods whose monitor was moved as the class was loaded
     */
    public ClassPlan plan(ClassLoader loader, byte[] bytes, TypeShape read, Set<String> moved) {
        TypeShape type = read;
        LoaderTypes types = new LoaderTypes(loader).with(type);
        lambdas.tell(loader, type.name(), bytes, types);
        Map<MethodShape, List<Rule>> matched = matches.of(type, types);
        boolean lackNames = false;
        for (MethodShape each : matched.keySet()) {
            lackNames |= each.lacksNames();
        }
        if (lackNames) {
            type = OriginalNames.complete(type, LoaderTypes.ofLoader(loader, type.name()));
            types = new LoaderTypes(loader).with(type);
            matched = matches.of(type, types);
        }
        Map<MethodShape, List<Watch>> watched = watchlist.match(type, types, misses);
        if (matched.isEmpty() && moved.isEmpty() && watched.isEmpty()) {
            return null;
        }
        ClassPlan plan = new ClassPlan(type, types, GateProbe.obstacle(loader));
        for (Map.Entry<MethodShape, List<Rule>> each : matched.entrySet()) {
            plan(plan, loader, each.getKey(), each.getValue());
        }
        if (plan.obstacle == null) {
            watch(plan, watched);
        }
        for (MethodPlan each : plan.methods()) {
            each.register(register, loader);
        }
        for (MethodShape method : type.methods()) {
            String key = MethodPlan.key(method);
            if (moved.contains(key) && !matched.containsKey(method) && plan.find(key) == null) {
                // Locked by rules that were refused: the flag that it has lost cannot come back.
                plan.add(new MethodPlan(method, false));
            }
        }
        return plan;
    }

    private void plan(ClassPlan plan, ClassLoader loader, MethodShape method, List<Rule> itsRules) {
        TypeShape type = plan.type;
        LoaderTypes types = plan.types;
        MethodPlan planned = new MethodPlan(method, ResultKind.isPassed(method.returnType(), types));
        boolean lockable = plan.obstacle == null && Unlockable.reason(type, method) == null;
        for (Rule rule : itsRules) {
            String refusal = plan.obstacle == null
                    ? refusal(rule, type, method, types)
                    : refuse(rule, rule.position(), method, plan.obstacle);
            boolean runs = failsOpen(rule) || !hasCode(method);
            if (lockable) {
                planned.add(rule, refusal);
            } else if (!runs) {
                plan.barred().add(planned.key());
            }
            Coverage.State ofRefused = runs ? Coverage.State.NOT_APPLIED : Coverage.State.REFUSED;
            Coverage.State state = refusal == null ? Coverage.State.WOVEN : ofRefused;
            report(rule, method, loader, state, refusal);
        }
        if (planned.callsGate()) {
            plan.add(planned);
        }
    }

    private static boolean isReference(String type) {
        return !type.equals("void") && !Primitives.contain(type);
    }

    /** Watched methods whose code there is. What they return is seen. */
    private static void watch(ClassPlan plan, Map<MethodShape, List<Watch>> watched) {
        for (Map.Entry<MethodShape, List<Watch>> each : watched.entrySet()) {
            MethodShape method = each.getKey();
            if (Unlockable.reason(plan.type, method) == null) {
                MethodPlan its = plan.find(MethodPlan.key(method));
                if (its == null) {
                    its = new MethodPlan(method, isReference(method.returnType()));
                    plan.add(its);
                }
                its.watch(each.getValue());
            }
        }
    }

    /** Tells that a class has been woven by its plan. */
    public void woven(ClassPlan plan) {
        firstLocks.tell(plan);
    }

    /** Tells what must be known of the methods that have become locked. */
    public void warn(ClassPlan plan, byte[] bytes, ClassLoader loader) {
        TypeShape type = plan.type;
        Map<MethodShape, List<Rule>> locked = new LinkedHashMap<>();
        for (MethodPlan each : plan.methods()) {
            locked.put(each.method, each.fitting());
        }
        List<HoldScope> ends = HoldScope.of(type, locked, plan.types);
        for (HoldScope each : ends) {
            coverage.of(each.rule().name()).ends(type.name(), each.method().described(), loader, each.told());
        }
        for (SiteWarning each : warn(ends, bytes, locked)) {
            coverage.of(each.rule().name()).note(type.name(), each.method().described(), loader, each.sentence());
        }
    }

    /**
     * Logs the warnings of one class, each once: as the class is read at the start, or else as it loads, however often
     * and by however many loaders.
     */
    private List<SiteWarning> warn(List<HoldScope> ends, byte[] bytes, Map<MethodShape, List<Rule>> locked) {
        List<SiteWarning> warnings = SiteWarning.of(ends, bytes, locked);
        for (SiteWarning each : warnings) {
            String text = each.problem().toString();
            if (warned.add(text)) {
                Log.warn(text);
            }
        }
        for (HoldScope end : ends) {
            if (end.isUnbounded()) {
                unbounded.add(end.rule());
            }
        }
        return warnings;
    }

    /** Why the rule cannot be applied to the method, for the reader of the message; null where it can. */
    private String refusal(Rule rule, TypeShape type, MethodShape method, LoaderTypes types) {
        if (Unlockable.reason(type, method) != null) {
            return refuseUnlockable(rule, type, method, types);
        }
        List<String> reasons = new ArrayList<>(0);
        for (Problem misfit : register.check(rule, method, types)) {
            reasons.add(refuse(rule, misfit.position(), method, misfit.message()));
        }
        for (String unseen : new HoldScope(rule, type, method, types).refusals()) {
            reasons.add(refuse(rule, rule.position("hold.until"), method, unseen));
        }
        return reasons.isEmpty() ? null : String.join("; ", reasons);
    }

    /** Told where the rule's first pattern stands that means it by name. */
    private String refuseUnlockable(Rule rule, TypeShape type, MethodShape method, LoaderTypes types) {
        Position at = rule.position();
        String reason = Unlockable.reason(type, method);
        for (MethodPattern pattern : rule.methods()) {
            PatternMatch match = PatternMatch.of(pattern, type, types);
            if (match.refused().contains(method)) {
                at = rule.position(pattern);
                reason = match.reason(type, method);
                break;
            }
        }
        return refuse(rule, at, method, method + " " + reason);
    }

    /** Tells that the rule cannot be applied to the method; returns the reason. */
    public String refuse(Rule rule, Position at, MethodShape method, String reason) {
        refuse(rule, at, method.toString(), reason, hasCode(method));
        return reason;
    }

    /** @param closed whether the method of this name throws on call from now on; false for a class */
    public void refuse(Rule rule, Position at, String name, String reason, boolean closed) {
        refusals.add(rule.problem(at, " cannot be applied to " + name + ": " + reason), failsOpen(rule), closed);
    }

    private static boolean hasCode(MethodShape method) {
        return !Modifier.isAbstract(method.modifiers()) && !Modifier.isNative(method.modifiers());
    }

    /** Whether methods run without this rule's lock where it cannot be applied. */
    public boolean failsOpen(Rule rule) {
        return rules.failOpen() || rule.failOpen();
    }

    /** Keeps what has become of a rule at a method. */
    public void report(Rule rule, MethodShape method, ClassLoader loader, Coverage.State state, String reason) {
        coverage.of(rule.name()).site(method.owner(), method.described(), loader, state, reason);
    }
}

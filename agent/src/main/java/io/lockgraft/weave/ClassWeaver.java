package io.lockgraft.weave;

import io.lockgraft.asynchronous.LaterTypes;
import io.lockgraft.engine.warning.HoldEnd;
import io.lockgraft.engine.warning.SiteWarning;
import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.PatternMatch;
import io.lockgraft.pattern.Unlockable;
import io.lockgraft.report.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.Problem;
import io.lockgraft.type.ClassFiles;
import io.lockgraft.type.LoaderTypes;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.OriginalNames;
import io.lockgraft.type.TypeShape;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Weaves one class that a rule may mean: shape, plan, code. What cannot be locked as planned must not run unlocked. */
final class ClassWeaver {
    private final Rules rules;
    private final Misses misses;
    private final Planner planner;
    private final SiteRegister register;
    private final Coverage coverage;
    private final Refusals refusals;
    private final Warnings warnings = new Warnings();
    private final LambdaWarnings lambdas;
    private final ClassNames seen = new ClassNames();
    private final Watchlist watchlist;
    private Grafter grafter;

    ClassWeaver(Rules rules, SiteRegister register, Watchlist watchlist, Coverage coverage, Refusals refusals) {
        this.watchlist = watchlist;
        this.rules = rules;
        this.misses = new Misses(coverage, refusals, rules.failOpen());
        this.planner = new Planner(rules, coverage, misses);
        this.register = register;
        this.coverage = coverage;
        this.lambdas = new LambdaWarnings(rules, coverage);
        this.refusals = refusals;
    }

    /** The classes that the weaver has looked at. */
    ClassNames seen() {
        return seen;
    }

    LambdaWarnings lambdas() {
        return lambdas;
    }

    Misses misses() {
        return misses;
    }

    Warnings warnings() {
        return warnings;
    }

    /** Judges a class that is not loaded yet by its class file, so that what does not fit is known before main. */
    void judge(ClassLoader loader, byte[] bytes) {
        TypeShape type = ClassFiles.read(bytes);
        LoaderTypes types = new LoaderTypes(loader).with(type);
        Map<MethodShape, List<Rule>> locked = new LinkedHashMap<>();
        for (Map.Entry<MethodShape, List<Rule>> each :
                planner.match(type, types).entrySet()) {
            List<Rule> fitting = new ArrayList<>(1);
            for (Rule rule : each.getValue()) {
                if (refusal(rule, type, each.getKey(), types) == null) {
                    fitting.add(rule);
                }
            }
            locked.put(each.getKey(), fitting);
        }
        warnings.tell(HoldEnd.of(type, locked, types), bytes, locked);
    }

    /** The woven class file, or null where no rule takes a method of the class. */
    byte[] weave(ClassLoader loader, Class<?> redefined, byte[] bytes) {
        TypeShape type = ClassFiles.read(bytes);
        LoaderTypes types = new LoaderTypes(loader).with(type);
        lambdas.tell(loader, type.name(), bytes, types);
        Map<MethodShape, List<Rule>> matched = planner.match(type, types);
        if (lackNames(matched.keySet())) {
            type = OriginalNames.complete(type, LoaderTypes.ofLoader(loader, type.name()));
            types = new LoaderTypes(loader).with(type);
            matched = planner.match(type, types);
        }
        Set<String> before = redefined == null ? Collections.<String>emptySet() : MovedMonitors.of(loader, type.name());
        Map<MethodShape, List<Integer>> watched = watchlist.match(type, types, coverage, misses);
        if (matched.isEmpty() && before.isEmpty() && watched.isEmpty()) {
            return null;
        }
        String obstacle = GateProbe.obstacle(loader);
        List<MethodPlan> plans = new ArrayList<>();
        List<MethodPlan> barred = new ArrayList<>();
        for (Map.Entry<MethodShape, List<Rule>> each : matched.entrySet()) {
            plan(type, types, loader, each.getKey(), each.getValue(), obstacle, plans, barred);
        }
        if (obstacle == null) {
            watch(type, types, watched, plans);
        }
        for (MethodShape method : type.methods()) {
            if (before.contains(key(method)) && !matched.containsKey(method)) {
                // Locked by rules that were refused: the flag that it has lost cannot come back.
                plans.add(new MethodPlan(method));
            }
        }
        byte[] result = bytes;
        if (!plans.isEmpty()) {
            result = graft(new ClassPlan(type, plans), loader, redefined, before, result);
            warn(type, bytes, types, loader, plans);
        }
        if (!barred.isEmpty()) {
            String message = "Lockgraft: this method is named by a rule and cannot be locked"
                    + (obstacle == null ? "; see the log of the start" : ": " + obstacle);
            result = Barrier.raise(result, new ClassPlan(type, barred), message, Collections.<String>emptySet());
        }
        return result == bytes ? null : result;
    }

    private static boolean lackNames(Collection<MethodShape> methods) {
        for (MethodShape method : methods) {
            if (method.lacksNames()) {
                return true;
            }
        }
        return false;
    }

    private void plan(
            TypeShape type,
            LoaderTypes types,
            ClassLoader loader,
            MethodShape method,
            List<Rule> of,
            String obstacle,
            List<MethodPlan> plans,
            List<MethodPlan> barred) {
        MethodPlan plan = new MethodPlan(method, LaterTypes.isPassed(method.returnType(), types));
        boolean hasCode = hasCode(method);
        boolean lockable = Unlockable.reason(type, method) == null;
        for (Rule rule : of) {
            String refusal = obstacle == null
                    ? refusal(rule, type, method, types)
                    : refuse(rule, rule.position(), method, obstacle);
            boolean open = rules.failOpen() || rule.failOpen();
            if (obstacle == null && lockable) {
                plan.add(rule, register.add(rule, method, loader, refusal), refusal == null);
            } else if (!open && hasCode) {
                barred.add(new MethodPlan(method));
            }
            boolean runs = refusal != null && (open || !hasCode);
            Coverage.State state =
                    refusal == null ? Coverage.State.WOVEN : runs ? Coverage.State.NOT_APPLIED : Coverage.State.REFUSED;
            report(rule, method, loader, state, refusal);
        }
        if (plan.layers() > 0) {
            plans.add(plan);
        }
    }

    /** Watched methods whose code there is. */
    private static void watch(
            TypeShape type, LoaderTypes types, Map<MethodShape, List<Integer>> watched, List<MethodPlan> plans) {
        for (Map.Entry<MethodShape, List<Integer>> each : watched.entrySet()) {
            if (Unlockable.reason(type, each.getKey()) != null) {
                continue;
            }
            MethodPlan plan = null;
            for (MethodPlan locked : plans) {
                plan = locked.method().equals(each.getKey()) ? locked : plan;
            }
            if (plan == null) {
                plan = new MethodPlan(
                        each.getKey(), LaterTypes.isPassed(each.getKey().returnType(), types));
                plans.add(plan);
            }
            plan.watch(each.getValue());
        }
    }

    private void warn(TypeShape type, byte[] bytes, LoaderTypes types, ClassLoader loader, List<MethodPlan> plans) {
        Map<MethodShape, List<Rule>> locked = new LinkedHashMap<>();
        for (MethodPlan plan : plans) {
            locked.put(plan.method(), plan.fitting());
        }
        List<HoldEnd> ends = HoldEnd.of(type, locked, types);
        for (HoldEnd each : ends) {
            coverage.ends(each.rule().name(), type.name(), Signatures.of(each.method()), loader, each.told());
        }
        for (SiteWarning each : warnings.tell(ends, bytes, locked)) {
            coverage.note(each.rule().name(), type.name(), Signatures.of(each.method()), loader, each.sentence());
        }
    }

    /** Why the rule cannot be applied to the method, told to whom it concerns; null where it can. */
    private String refusal(Rule rule, TypeShape type, MethodShape method, LoaderTypes types) {
        if (Unlockable.reason(type, method) != null) {
            return refuseUnlockable(rule, type, method, types);
        }
        StringBuilder reasons = new StringBuilder();
        for (Problem misfit : register.check(rule, method, types)) {
            reasons.append(reasons.length() == 0 ? "" : "; ")
                    .append(refuse(rule, misfit.position(), method, misfit.message()));
        }
        return reasons.length() == 0 ? null : reasons.toString();
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

    private String refuse(Rule rule, Position at, MethodShape method, String reason) {
        Problem problem = rule.problem(at, " cannot be applied to " + method + ": " + reason);
        refusals.add(problem, rules.failOpen() || rule.failOpen(), hasCode(method));
        return reason;
    }

    private static boolean hasCode(MethodShape method) {
        return !Modifier.isAbstract(method.modifiers()) && !Modifier.isNative(method.modifiers());
    }

    private byte[] graft(ClassPlan plan, ClassLoader loader, Class<?> redefined, Set<String> before, byte[] bytes) {
        TypeShape type = plan.type();
        Monitors monitors = new Monitors(type.version(), type.name().replace('.', '/'));
        Set<String> moved = monitors(plan, monitors, loader, redefined, before, bytes);
        if (redefined == null) {
            MovedMonitors.set(loader, type.name(), moved);
        }
        try {
            return grafter().graft(plan, bytes, loader, monitors);
        } catch (Throwable e) {
            return bar(plan, loader, bytes, moved, e);
        }
    }

    /** The plan cannot be carried out: the methods are closed, but for those whose rules all fail open. */
    private byte[] bar(ClassPlan plan, ClassLoader loader, byte[] bytes, Set<String> moved, Throwable cause) {
        String reason = "weaving " + plan.type().name() + " failed: " + cause;
        List<MethodPlan> closed = new ArrayList<>();
        for (MethodPlan method : plan.methods()) {
            boolean open = true;
            for (Rule rule : method.rules()) {
                open &= rules.failOpen() || rule.failOpen();
                refuse(rule, rule.position(), method.method(), reason);
            }
            if (!open) {
                closed.add(method);
            }
            for (Rule rule : method.rules()) {
                Coverage.State state = open ? Coverage.State.NOT_APPLIED : Coverage.State.REFUSED;
                report(rule, method.method(), loader, state, reason);
            }
        }
        Log.error("weaving " + plan.type().name() + " failed; its locked methods throw on call", cause);
        return Barrier.raise(
                bytes,
                new ClassPlan(plan.type(), closed),
                "Lockgraft: this method must not run without its lock, and " + reason,
                moved);
    }

    /** Chooses the synchronized methods whose monitor moves inside the lock; says of the others why it stays. */
    private Set<String> monitors(
            ClassPlan plan,
            Monitors monitors,
            ClassLoader loader,
            Class<?> redefined,
            Set<String> before,
            byte[] bytes) {
        Set<String> moved = new HashSet<>();
        for (MethodPlan method : plan.methods()) {
            if (!method.isSynchronized() || method.rules().isEmpty() && !before.contains(key(method.method()))) {
                continue;
            }
            String key = key(method.method());
            String stays = redefined != null && !before.contains(key)
                    ? "the class was loaded before the agent"
                    : monitors.add(method, bytes);
            if (stays == null) {
                moved.add(key);
                continue;
            }
            String reason = "the method is synchronized and waits for the lock inside its monitor, because " + stays
                    + ": calls with other keys wait with it";
            for (Rule rule : method.fitting()) {
                Log.warn(rule.position() + ": rule '" + rule.name() + "': " + method.method() + ": " + reason);
                report(rule, method.method(), loader, Coverage.State.WOVEN, reason);
            }
        }
        return moved;
    }

    private static String key(MethodShape method) {
        return method.name() + method.descriptor();
    }

    private void report(Rule rule, MethodShape method, ClassLoader loader, Coverage.State state, String reason) {
        coverage.site(rule.name(), method.owner(), Signatures.of(method), loader, state, reason);
    }

    private synchronized Grafter grafter() {
        if (grafter == null) {
            grafter = new Grafter(ClassWeaver.class.getClassLoader());
        }
        return grafter;
    }
}

package io.lockgraft.weave;

import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.classfile.ClassFiles;
import io.lockgraft.language.type.loader.ClassMap;
import io.lockgraft.manage.Coverage;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.log.Log;
import io.lockgraft.weave.bytecode.Barrier;
import io.lockgraft.weave.bytecode.Grafter;
import io.lockgraft.weave.bytecode.Monitors;
import io.lockgraft.weave.plan.ClassPlan;
import io.lockgraft.weave.plan.MethodPlan;
import io.lockgraft.weave.plan.Planner;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Weaves one class that a rule may mean, by its plan. What cannot be locked as planned must not run unlocked. */
final class ClassWeaver {
    /**
     * Name and descriptor of the synchronized methods that lost that flag as their class was loaded. When the class is
     * transformed again the JVM accepts no other flags than those. One for the whole JVM: classes stay as they are also
     * where the start of an attached agent was refused, and another start meets them.
     */
    private static final ClassMap<Set<String>> MOVED_MONITORS = new ClassMap<>();

    private final Planner planner;
    private Grafter grafter;

    ClassWeaver(Planner planner) {
        this.planner = planner;
    }

    /** The woven class file, or null where no rule takes a method of the class. */
    byte[] weave(ClassLoader loader, Class<?> redefined, byte[] bytes) {
        TypeShape type = ClassFiles.read(bytes);
        Set<String> before = redefined == null ? null : MOVED_MONITORS.get(loader, type.name());
        before = before == null ? Collections.<String>emptySet() : before;
        ClassPlan plan = planner.plan(loader, bytes, type, before);
        if (plan == null) {
            return null;
        }
        byte[] result = bytes;
        if (!plan.methods().isEmpty()) {
            result = graft(plan, loader, redefined, before, bytes);
            planner.warn(plan, bytes, loader);
        }
        if (!plan.barred().isEmpty()) {
            result = Barrier.raise(result, plan.barred(), plan.toldByBarred(), Collections.<String>emptySet());
        }
        return result == bytes ? null : result;
    }

    private byte[] graft(ClassPlan plan, ClassLoader loader, Class<?> redefined, Set<String> before, byte[] bytes) {
        Monitors monitors = new Monitors(plan.type.version());
        Set<String> moved = monitors(plan, monitors, loader, redefined, before, bytes);
        if (redefined == null) {
            MOVED_MONITORS.put(loader, plan.type.name(), moved);
        }
        try {
            byte[] woven = grafter().graft(plan, bytes, loader, monitors);
            planner.woven(plan);
            return woven;
        } catch (Throwable e) {
            return bar(plan, loader, bytes, moved, e);
        }
    }

    /** The plan cannot be carried out: the methods are closed, but for those whose rules all fail open. */
    private byte[] bar(ClassPlan plan, ClassLoader loader, byte[] bytes, Set<String> moved, Throwable cause) {
        String reason = "weaving " + plan.type.name() + " failed: " + cause;
        Set<String> closed = new HashSet<>();
        for (MethodPlan method : plan.methods()) {
            boolean open = true;
            for (Rule rule : method.rules()) {
                open &= planner.failsOpen(rule);
            }
            if (!open) {
                closed.add(method.key());
            }
            for (Rule rule : method.rules()) {
                planner.refuse(rule, rule.position(), method.method, reason);
                Coverage.State state = open ? Coverage.State.NOT_APPLIED : Coverage.State.REFUSED;
                planner.report(rule, method.method, loader, state, reason);
            }
        }
        Log.error("weaving " + plan.type.name() + " failed; its locked methods throw on call", cause);
        return Barrier.raise(
                bytes, closed, "Lockgraft: this method must not run without its lock, and " + reason, moved);
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
            String key = method.key();
            if (!method.isSynchronized() || method.rules().isEmpty() && !before.contains(key)) {
                continue;
            }
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
                Log.warn(rule.position() + ": rule '" + rule.name() + "': " + method.method + ": " + reason);
                planner.report(rule, method.method, loader, Coverage.State.WOVEN, reason);
            }
        }
        return moved;
    }

    private synchronized Grafter grafter() {
        if (grafter == null) {
            grafter = new Grafter();
        }
        return grafter;
    }
}

package io.lockgraft.weave.plan;

import io.lockgraft.engine.later.Watch;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be done to one method: the rules that lock it, the first of the file outermost. */
public final class MethodPlan {
    public final MethodShape method;
    /** Whether what the method returns may stand for work that goes on. */
    public final boolean passesResult;

    /** Each with why it cannot be applied, or with null. */
    private final Map<Rule, String> refusals = new LinkedHashMap<>(2);

    private List<Watch> watches = Collections.emptyList();
    private int number;

    MethodPlan(MethodShape method, boolean passesResult) {
        this.method = method;
        this.passesResult = passesResult;
    }

    /** The method is watched, outside of its locks. */
    void watch(List<Watch> its) {
        watches = its;
    }

    /** @param refusal why the rule cannot be applied: it is woven for what the call gets instead; null where it can */
    void add(Rule rule, String refusal) {
        refusals.put(rule, refusal);
    }

    /** Asks for the number that the woven code carries. */
    void register(SiteRegister register, ClassLoader loader) {
        number = register.put(method, loader, watches, refusals);
    }

    public Collection<Rule> rules() {
        return refusals.keySet();
    }

    /** Those of the rules that can be applied to the method. */
    public List<Rule> fitting() {
        List<Rule> fitting = new ArrayList<>(refusals.size());
        for (Map.Entry<Rule, String> each : refusals.entrySet()) {
            if (each.getValue() == null) {
                fitting.add(each.getKey());
            }
        }
        return fitting;
    }

    /** The number that the method's woven code carries. */
    public int number() {
        return number;
    }

    /** False for a method that is woven for the flag only that it has lost. */
    public boolean callsGate() {
        return !watches.isEmpty() || !refusals.isEmpty();
    }

    public boolean isSynchronized() {
        return java.lang.reflect.Modifier.isSynchronized(method.modifiers());
    }

    public String key() {
        return key(method);
    }

    /** Name and descriptor, which tell the methods of a class apart. */
    static String key(MethodShape method) {
        return method.name() + method.descriptor();
    }
}

package io.lockgraft.weave;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import java.util.ArrayList;
import java.util.List;

/** What is to be done to one method: the rules that lock it, the first of the file outermost. */
final class MethodPlan {
    private final MethodShape method;
    private final List<Rule> rules = new ArrayList<>(1);
    private final List<Integer> sites = new ArrayList<>(1);
    private final List<Rule> fitting = new ArrayList<>(1);
    private final boolean passesResult;

    MethodPlan(MethodShape method) {
        this(method, false);
    }

    /** @param passesResult whether what the method returns may stand for work that goes on */
    MethodPlan(MethodShape method, boolean passesResult) {
        this.method = method;
        this.passesResult = passesResult;
    }

    boolean passesResult() {
        return passesResult;
    }

    /** It is watched, outside of its locks. */
    void watch(List<Integer> numbers) {
        sites.addAll(0, numbers);
    }

    /** @param fits whether the rule can be applied; one that cannot is woven for what the call gets instead */
    void add(Rule rule, int site, boolean fits) {
        rules.add(rule);
        sites.add(site);
        if (fits) {
            fitting.add(rule);
        }
    }

    MethodShape method() {
        return method;
    }

    List<Rule> rules() {
        return rules;
    }

    /** Those of the rules that can be applied to the method. */
    List<Rule> fitting() {
        return fitting;
    }

    /** The number of the site at this depth, counted from the outermost. */
    int site(int layer) {
        return sites.get(layer);
    }

    int layers() {
        return sites.size();
    }

    boolean isSynchronized() {
        return java.lang.reflect.Modifier.isSynchronized(method.modifiers());
    }

    boolean is(String name, String descriptor) {
        return method.name().equals(name) && method.descriptor().equals(descriptor);
    }
}

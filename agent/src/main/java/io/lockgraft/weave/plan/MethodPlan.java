package io.lockgraft.weave.plan;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import java.util.ArrayList;
import java.util.List;

/** What is to be done to one method: the rules that lock it, the first of the file outermost. */
public final class MethodPlan {
    public final MethodShape method;
    /** Whether what the method returns may stand for work that goes on. */
    public final boolean passesResult;

    private final List<Rule> rules = new ArrayList<>(1);
    private final List<Integer> sites = new ArrayList<>(1);
    private final List<Rule> fitting = new ArrayList<>(1);

    MethodPlan(MethodShape method, boolean passesResult) {
        this.method = method;
        this.passesResult = passesResult;
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

    public List<Rule> rules() {
        return rules;
    }

    /** Those of the rules that can be applied to the method. */
    public List<Rule> fitting() {
        return fitting;
    }

    /** The number of the site at this depth, counted from the outermost. */
    public int site(int layer) {
        return sites.get(layer);
    }

    public int layers() {
        return sites.size();
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

package io.lockgraft.weave;

import io.lockgraft.rules.Rule;
import io.lockgraft.type.MethodShape;
import java.util.ArrayList;
import java.util.List;

/** What is to be done to one method: the rules that lock it, the first of the file outermost. */
final class MethodPlan {
    private final MethodShape method;
    private final List<Rule> rules = new ArrayList<>(1);
    private final List<Integer> sites = new ArrayList<>(1);

    MethodPlan(MethodShape method) {
        this.method = method;
    }

    void add(Rule rule, int site) {
        rules.add(rule);
        sites.add(site);
    }

    MethodShape method() {
        return method;
    }

    List<Rule> rules() {
        return rules;
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

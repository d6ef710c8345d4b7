package io.lockgraft.engine.warning;

import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must be known of a site that is locked all the same, judged by class files alone; for the weaver and `check`.
 */
public final class SiteWarning {
    private final Rule rule;
    private final MethodShape method;
    private final String sentence;

    private SiteWarning(Rule rule, MethodShape method, String sentence) {
        this.rule = rule;
        this.method = method;
        this.sentence = sentence;
    }

    /**
     * All of one class.
     *
     * @param ends of its methods that are locked
     * @param locked these, with the rules of each
     */
    public static List<SiteWarning> of(List<HoldScope> ends, byte[] classFile, Map<MethodShape, List<Rule>> locked) {
        List<SiteWarning> warnings = new ArrayList<>(0);
        for (HoldScope end : ends) {
            for (String sentence : end.warnings()) {
                warnings.add(new SiteWarning(end.rule(), end.method(), sentence));
            }
        }
        addMonitors(warnings, classFile, locked);
        return warnings;
    }

    private static void addMonitors(List<SiteWarning> warnings, byte[] classFile, Map<MethodShape, List<Rule>> locked) {
        Map<String, MethodShape> wanted = new HashMap<>();
        for (MethodShape method : locked.keySet()) {
            wanted.put(id(method), method);
        }
        for (Map.Entry<String, Set<String>> call :
                MonitorCalls.in(classFile, wanted.keySet()).entrySet()) {
            MethodShape method = wanted.get(call.getKey());
            for (Rule rule : locked.get(method)) {
                for (String caller : call.getValue()) {
                    MethodShape outer = wanted.get(caller);
                    if (outer == null || !hasSameKey(locked.get(outer), rule)) {
                        String name = caller.substring(0, caller.indexOf('('));
                        warnings.add(new SiteWarning(rule, method, inMonitor(method.owner() + '.' + name)));
                    }
                }
            }
        }
    }

    private static String inMonitor(String caller) {
        return caller
                + " calls it inside of its monitor and waits for the lock there. A call that has the lock may wait"
                + " for that monitor, and neither goes on until the wait is over. Give " + caller
                + " a rule with the same key";
    }

    private static boolean hasSameKey(List<Rule> outer, Rule inner) {
        for (Rule rule : outer) {
            if (rule == inner || mayCover(rule, inner)) {
                return true;
            }
        }
        return false;
    }

    /** True if each key of the inner rule may be one of the outer one's: it has the same text but for its parts. */
    private static boolean mayCover(Rule outer, Rule inner) {
        boolean all = outer.namespace().equals(inner.namespace());
        for (Template wanted : inner.keys()) {
            boolean found = false;
            for (Template key : outer.keys()) {
                found |= key.hasTextOf(wanted);
            }
            all &= found;
        }
        return all;
    }

    private static String id(MethodShape method) {
        return method.name() + method.descriptor();
    }

    public Rule rule() {
        return rule;
    }

    public MethodShape method() {
        return method;
    }

    /** The warning alone, where the method is known. */
    public String sentence() {
        return sentence;
    }

    /** With its rule and its method. */
    public Problem problem() {
        return rule.problem(rule.position(), ": " + method + ": " + sentence);
    }
}

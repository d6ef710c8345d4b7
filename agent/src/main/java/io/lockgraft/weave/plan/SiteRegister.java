package io.lockgraft.weave.plan;

import io.lockgraft.engine.later.Watch;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Problem;
import java.util.List;
import java.util.Map;

/** What the weaver asks of the locks: whether a rule fits a method, and the number of a method. */
public interface SiteRegister {
    /** What does not fit, where it stands, and why: a sentence each; empty where the rule fits. */
    List<Problem> check(Rule rule, MethodShape method, TypeSource types);

    /**
     * Replaces the watches and the sites of a method, the outermost first; the watches are outside of the sites.
     *
     * @param refusals the rules of the method, each with why it cannot be applied: its site then throws on call,
     *     or runs without the lock where the rule fails open; null where it can
     * @return the number of the method
     */
    int put(MethodShape method, ClassLoader loader, List<Watch> watches, Map<Rule, String> refusals);
}

package io.lockgraft.weave.plan;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.settings.Problem;
import java.util.List;

/** What the weaver asks of the locks: whether a rule fits a method, and the number of a site. */
public interface SiteRegister {
    /** What does not fit, where it stands, and why: a sentence each; empty where the rule fits. */
    List<Problem> check(Rule rule, MethodShape method, TypeSource types);

    /** The number of the site; a refusal makes it throw on call, or run without the lock where the rule fails open. */
    int add(Rule rule, MethodShape method, ClassLoader loader, String refusal);
}

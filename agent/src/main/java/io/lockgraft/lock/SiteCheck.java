package io.lockgraft.lock;

import io.lockgraft.rules.Rule;
import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeSource;
import java.util.List;

/** Whether a rule's key, condition and outcomes fit a method, judged by shapes alone; for the weaver and for `check`. */
public final class SiteCheck {
    private SiteCheck() {}

    /** Why the rule does not fit: a sentence each; empty where it fits. */
    public static List<String> check(Rule rule, MethodShape method, TypeSource types) {
        throw new UnsupportedOperationException("comes next");
    }
}

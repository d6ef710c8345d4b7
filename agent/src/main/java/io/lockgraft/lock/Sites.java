package io.lockgraft.lock;

import io.lockgraft.rules.Rule;
import io.lockgraft.type.MethodShape;

/** All sites of this JVM, by the number that their woven code carries. */
public final class Sites {
    /**
     * The number of this rule's site in this method of this loader's class; the same one again when the class is woven
     * again. Holds the loader weakly.
     *
     * @param refusal why the rule cannot be applied here: the site then throws on call, or runs without the lock where
     *     the rule fails open; null where it can
     */
    public int add(Rule rule, MethodShape method, ClassLoader loader, String refusal) {
        throw new UnsupportedOperationException("comes next");
    }
}

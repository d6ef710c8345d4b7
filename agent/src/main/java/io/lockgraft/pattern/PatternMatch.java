package io.lockgraft.pattern;

import io.lockgraft.type.MethodShape;
import io.lockgraft.type.TypeShape;
import io.lockgraft.type.TypeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Which methods of one class a pattern takes; the weaver and the check must never differ about that. */
public final class PatternMatch {
    private final List<MethodShape> methods;
    private final List<MethodShape> refused;

    private PatternMatch(List<MethodShape> methods, List<MethodShape> refused) {
        this.methods = methods;
        this.refused = refused;
    }

    public static PatternMatch of(MethodPattern pattern, TypeShape type, TypeSource types) {
        List<MethodShape> methods = new ArrayList<>(0);
        List<MethodShape> unlockable = new ArrayList<>(0);
        for (MethodShape method : type.methods()) {
            if (pattern.matches(type, method, types)) {
                (Unlockable.reason(type, method) == null ? methods : unlockable).add(method);
            }
        }
        boolean meant = methods.isEmpty() && pattern.namesMethod();
        return new PatternMatch(methods, meant ? unlockable : Collections.<MethodShape>emptyList());
    }

    /** What is to be locked, in the order of the class file. */
    public List<MethodShape> methods() {
        return Collections.unmodifiableList(methods);
    }

    /** What the pattern means by name, and by nothing else that it says, although {@link Unlockable} has a reason. */
    public List<MethodShape> refused() {
        return Collections.unmodifiableList(refused);
    }
}

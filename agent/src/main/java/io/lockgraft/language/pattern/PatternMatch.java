package io.lockgraft.language.pattern;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The methods of one class that a pattern matches. The weaver and {@code check} both ask here, so they never differ.
 */
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
        List<MethodShape> made = new ArrayList<>(0);
        for (MethodShape method : type.methods()) {
            if (pattern.matches(type, method, types)) {
                boolean lockable = Unlockable.reason(type, method) == null;
                (lockable ? methods : method.isSynthetic() ? made : unlockable).add(method);
            }
        }
        // The name of a method does not mean its bridge.
        List<MethodShape> refused = methods.isEmpty() && unlockable.isEmpty() ? made : unlockable;
        return new PatternMatch(methods, pattern.namesMethod() ? refused : Collections.<MethodShape>emptyList());
    }

    /** Returns the methods to lock, in the order of the class file. */
    public List<MethodShape> methods() {
        return Collections.unmodifiableList(methods);
    }

    /** Why one of {@link #refused} cannot be locked, as the end of a sentence that begins with its name. */
    public String reason(TypeShape type, MethodShape method) {
        String reason = Unlockable.reason(type, method);
        return methods.isEmpty() ? reason : reason + ", or write the parameter types of those that you mean";
    }

    /**
     * Returns the methods that the pattern means by name, perhaps one of several overloads, although {@link Unlockable}
     * has a reason.
     */
    public List<MethodShape> refused() {
        return Collections.unmodifiableList(refused);
    }
}

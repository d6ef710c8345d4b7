package io.lockgraft.language.pattern;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.lang.reflect.Modifier;

/** Looks above a type for what a pattern means and the type does not declare itself. */
public final class Inherited {
    private final MethodPattern pattern;
    private final TypeSource types;
    private String unread;

    public Inherited(MethodPattern pattern, TypeSource types) {
        this.pattern = pattern;
        this.types = types;
    }

    /** The nearest one; null where none is found. */
    public MethodShape of(TypeShape type) {
        for (String name : type.superNames()) {
            TypeShape parent = types.find(name);
            MethodShape found = parent == null ? null : in(parent);
            if (found != null) {
                return found;
            }
            if (parent == null) {
                unread = name;
            }
        }
        return null;
    }

    private MethodShape in(TypeShape parent) {
        for (MethodShape declared : parent.methods()) {
            if (!Modifier.isPrivate(declared.modifiers()) && pattern.matchesMethod(declared)) {
                return declared;
            }
        }
        return of(parent);
    }

    /** A super type that could not be read, which may have had it; null where there is none. */
    public String unread() {
        return unread;
    }
}

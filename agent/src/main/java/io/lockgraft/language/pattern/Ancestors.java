package io.lockgraft.language.pattern;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/** The super classes and interfaces of a class, as far as their class files can be found. */
final class Ancestors {
    private final TypeShape type;
    private final TypeSource types;
    private final Set<String> seen = new HashSet<>();

    Ancestors(TypeShape type, TypeSource types) {
        this.type = type;
        this.types = types;
    }

    /** Whether an ancestor of that name declares the method that this one implements or overrides. */
    boolean declare(NamePattern name, TypeShape owner, MethodShape method) {
        return !method.isStatic() && !Modifier.isPrivate(method.modifiers()) && declare(type, name, owner, method);
    }

    private boolean declare(TypeShape of, NamePattern name, TypeShape owner, MethodShape method) {
        for (String each : of.superNames()) {
            if (declaredBy(each, name, owner, method)) {
                return true;
            }
        }
        return false;
    }

    private boolean declaredBy(String ancestor, NamePattern name, TypeShape owner, MethodShape method) {
        if (!seen.add(ancestor)) {
            return false;
        }
        TypeShape shape = types.find(ancestor);
        if (shape == null) {
            return false;
        }
        return (name.matches(ancestor) && declares(shape, owner, method)) || declare(shape, name, owner, method);
    }

    private static boolean declares(TypeShape ancestor, TypeShape owner, MethodShape method) {
        for (MethodShape declared : ancestor.methods()) {
            if (declared.name().equals(method.name())
                    && !declared.isStatic()
                    && !Modifier.isPrivate(declared.modifiers())
                    && declared.parameterTypes().size()
                            == method.parameterTypes().size()
                    && (declared.parameterTypes().equals(method.parameterTypes()) || bridges(owner, declared))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the class has a bridge from what the ancestor declares: {@code save(Object)} of a generic type to
     * save(Order).
     */
    private static boolean bridges(TypeShape owner, MethodShape declared) {
        for (MethodShape bridge : owner.methods()) {
            if (bridge.isSynthetic()
                    && bridge.name().equals(declared.name())
                    && bridge.parameterTypes().equals(declared.parameterTypes())) {
                return true;
            }
        }
        return false;
    }
}

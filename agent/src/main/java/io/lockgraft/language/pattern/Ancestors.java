package io.lockgraft.language.pattern;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The super classes and interfaces of a class, the nearest first, as far as their class files can be found. */
public final class Ancestors {
    private final TypeShape type;
    private final Set<String> names = new LinkedHashSet<>();
    final List<TypeShape> shapes = new ArrayList<>();
    private String unread;

    public Ancestors(TypeShape type, TypeSource types) {
        this.type = type;
        collect(type, types);
    }

    private void collect(TypeShape below, TypeSource types) {
        for (String name : below.superNames()) {
            if (!names.add(name)) {
                continue;
            }
            TypeShape shape = types.find(name);
            if (shape == null) {
                unread = name;
            } else {
                shapes.add(shape);
                collect(shape, types);
            }
        }
    }

    /** All that are named, those that could not be read among them. */
    public Set<String> names() {
        return names;
    }

    /** Returns an ancestor that could not be read; null if there is none. */
    public String unread() {
        return unread;
    }

    /** The nearest method that the pattern means and that the class may inherit; null where none is found. */
    public MethodShape inherited(MethodPattern pattern) {
        for (TypeShape ancestor : shapes) {
            for (MethodShape each : ancestor.methods()) {
                if (!Modifier.isPrivate(each.modifiers()) && pattern.matchesMethod(each)) {
                    return each;
                }
            }
        }
        return null;
    }

    /** True if an ancestor of that name declares the method that this one implements or overrides. */
    boolean declare(NamePattern name, MethodShape method) {
        if (isOverridable(method)) {
            for (TypeShape ancestor : shapes) {
                if (name.matches(ancestor.name()) && declares(ancestor, method)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean declares(TypeShape ancestor, MethodShape method) {
        int parameters = method.parameterTypes().size();
        for (MethodShape declared : ancestor.methods()) {
            if (declared.name().equals(method.name())
                    && isOverridable(declared)
                    && declared.parameterTypes().size() == parameters
                    && (isSame(declared, method) || isBridged(declared))) {
                return true;
            }
        }
        return false;
    }

    /** True if the class has a bridge from it: {@code save(Object)} of a generic type to save(Order). */
    private boolean isBridged(MethodShape declared) {
        for (MethodShape bridge : type.methods()) {
            if (bridge.isSynthetic() && isSame(declared, bridge)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOverridable(MethodShape method) {
        return !method.isStatic() && !Modifier.isPrivate(method.modifiers());
    }

    private static boolean isSame(MethodShape one, MethodShape other) {
        return one.name().equals(other.name()) && one.parameterTypes().equals(other.parameterTypes());
    }
}

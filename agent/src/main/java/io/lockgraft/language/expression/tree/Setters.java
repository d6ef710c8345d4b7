package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.NumberConversion;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.ClassMember;
import io.lockgraft.language.expression.member.GenericTypes;
import io.lockgraft.language.expression.member.Hierarchy;
import io.lockgraft.language.expression.member.Properties;
import io.lockgraft.language.expression.member.StaticType;
import io.lockgraft.language.expression.member.Visibility;
import io.lockgraft.language.type.MethodShape;

/** Finds how a number is written to a property: setX with one parameter, or else the field x. */
public final class Setters {
    private Setters() {}

    /** The setter or field; its type is what it takes. A sentence where there is none that takes a number. */
    public static ClassMember find(StaticType type, String name, Scope scope) throws BindException {
        if (type.isPrimitive() || type.isArray() || type.is("null")) {
            throw new BindException(type + " has no property '" + name + "' to write to");
        }
        if (type.isDynamic() || scope.hierarchy.isSubtype(type, "java.util.Map")) {
            throw new BindException("what '" + name + "' is cannot be told before the call, for its owner is of type "
                    + type + "; name a property of a class");
        }
        scope.requireFound(type);
        ClassMember found = null;
        ClassMember other = null;
        for (Hierarchy.Level level : scope.hierarchy.levels(type)) {
            for (MethodShape each : level.shape.methods()) {
                if (isSetter(each, name) && Visibility.isOpen(level.shape, each.modifiers())) {
                    ClassMember setter = ClassMember.of(
                            each, GenericTypes.parameters(each, level.variables).get(0));
                    found = isBetter(setter, found) ? setter : found;
                    other = other == null ? setter : other;
                }
            }
        }
        if (found != null) {
            scope.requireOther(found);
            return found;
        }
        return field(type, name, other, scope);
    }

    private static boolean isSetter(MethodShape method, String name) {
        return method.name().equals("set" + Character.toUpperCase(name.charAt(0)) + name.substring(1))
                && method.parameterTypes().size() == 1
                && Visibility.isInstance(method);
    }

    /** True if this setter is better than the one found: it loses nothing, or it is as good and of a nearer class. */
    private static boolean isBetter(ClassMember setter, ClassMember found) {
        int rank = NumberConversion.rank(setter.type);
        return rank >= 0 && (found == null || rank < NumberConversion.rank(found.type));
    }

    private static ClassMember field(StaticType type, String name, ClassMember setter, Scope scope)
            throws BindException {
        ClassMember misfit = setter;
        for (ClassMember field : Properties.fields(scope.hierarchy.levels(type), name)) {
            if (misfit == null && field.isFinal()) {
                throw new BindException("field '" + name + "' of " + type + " is final and has no setter");
            }
            if (!field.isFinal() && NumberConversion.rank(field.type) >= 0) {
                return field;
            }
            misfit = misfit == null ? field : misfit;
        }
        if (misfit != null) {
            throw new BindException("property '" + name + "' of " + type + " is of type " + misfit.type
                    + "; a number goes into " + NumberConversion.TYPES);
        }
        if (scope.properties.find(type, name) != null) {
            throw new BindException("property '" + name + "' of " + type + " can be read but not written");
        }
        throw new BindException(scope.properties.none(type, name));
    }
}

package io.lockgraft.expression;

import io.lockgraft.type.MethodShape;

/** Finds how a number is written to a property: setX with one parameter, or else the field x. */
final class Setters {
    private final Scope scope;

    Setters(Scope scope) {
        this.scope = scope;
    }

    /** The setter or field; its type is what it takes. A sentence where there is none that takes a number. */
    Member find(StaticType type, String name) throws BindException {
        if (type.isPrimitive() || type.isArray() || type.is("null")) {
            throw new BindException(type + " has no property '" + name + "' to write to");
        }
        if (type.isDynamic() || scope.hierarchy().isSubtype(type, "java.util.Map")) {
            throw new BindException("what '" + name + "' is cannot be told before the call, for its owner is of type " + type
                    + "; name a property of a class");
        }
        if (scope.hierarchy().shape(type.name()) == null) {
            throw new BindException("class " + type.name() + " cannot be found");
        }
        Member found = null;
        Member other = null;
        for (Hierarchy.Level level : scope.hierarchy().levels(type)) {
            for (MethodShape each : level.shape.methods()) {
                Member setter = isSetter(each, name) && Shapes.isOpen(level.shape, each.modifiers())
                        ? Member.of(
                                each,
                                GenericTypes.parameters(each, level.variables).get(0))
                        : null;
                if (setter != null && Numbering.takes(setter.type()) && isBetter(setter, found)) {
                    found = setter;
                }
                other = setter != null && other == null ? setter : other;
            }
        }
        if (found != null) {
            scope.requireOther(found);
            return found;
        }
        return field(type, name, other);
    }

    private static boolean isSetter(MethodShape method, String name) {
        return method.name().equals("set" + Character.toUpperCase(name.charAt(0)) + name.substring(1))
                && method.parameterTypes().size() == 1
                && Shapes.isInstance(method);
    }

    /** Of several setters the one that loses nothing; of equal ones that of the nearest class. */
    private static boolean isBetter(Member setter, Member found) {
        return found == null || Numbering.rank(setter.type()) < Numbering.rank(found.type());
    }

    private Member field(StaticType type, String name, Member setter) throws BindException {
        Member misfit = setter;
        for (Member field : Properties.fields(scope.hierarchy().levels(type), name)) {
            if (misfit == null && field.isFinal()) {
                throw new BindException("field '" + name + "' of " + type + " is final and has no setter");
            }
            if (!field.isFinal() && Numbering.takes(field.type())) {
                return field;
            }
            misfit = misfit == null ? field : misfit;
        }
        if (misfit != null) {
            throw new BindException("property '" + name + "' of " + type + " is of type " + misfit.type()
                    + "; a number goes into " + Numbering.TYPES);
        }
        if (scope.properties().find(type, name) != null) {
            throw new BindException("property '" + name + "' of " + type + " can be read but not written");
        }
        throw new BindException(scope.properties().none(type, name));
    }
}

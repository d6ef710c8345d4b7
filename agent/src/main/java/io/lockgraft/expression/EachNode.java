package io.lockgraft.expression;

/** {@code a[*]}: one element after the other, a key for each. */
final class EachNode extends Node {
    private final Node of;

    EachNode(Node of) {
        this.of = of;
    }

    @Override
    Typed type(Scope scope) throws BindException {
        Typed source = of.type(scope);
        StaticType element = element(source.type(), scope);
        scope.several(source);
        return NameNode.given(element, scope.parameterCount());
    }

    private StaticType element(StaticType type, Scope scope) throws BindException {
        if (type.isArray()) {
            return type.component().boxed();
        }
        StaticType iterable = scope.hierarchy().as(type, "java.lang.Iterable");
        if (iterable != null) {
            return iterable.argument(0);
        }
        if (type.isDynamic()) {
            return StaticType.OBJECT;
        }
        if (!type.isPrimitive() && scope.hierarchy().shape(type.name()) == null) {
            throw new BindException("class " + type.name() + " cannot be found");
        }
        String map = scope.hierarchy().isSubtype(type, "java.util.Map")
                ? "; write " + of + ".keySet()[*] or " + of + ".values()[*]"
                : "";
        throw new BindException(type + " has no elements for [*]: it is no array and no Iterable" + map);
    }
}

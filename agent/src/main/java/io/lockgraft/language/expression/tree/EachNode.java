package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;

/** {@code a[*]}: one element after the other, a key for each. */
public final class EachNode extends SyntaxNode {
    private final SyntaxNode of;

    public EachNode(SyntaxNode of) {
        this.of = of;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode source = of.type(scope);
        StaticType element = element(source.type(), scope);
        scope.several(source);
        return NameNode.given(element, scope.parameters.size());
    }

    private StaticType element(StaticType type, Scope scope) throws BindException {
        if (type.isArray()) {
            return type.component().boxed();
        }
        StaticType iterable = scope.hierarchy.as(type, "java.lang.Iterable");
        if (iterable != null) {
            return iterable.argument(0);
        }
        if (type.isDynamic()) {
            return StaticType.OBJECT;
        }
        scope.requireFound(type);
        String map = scope.hierarchy.isSubtype(type, "java.util.Map")
                ? "; write " + of + ".keySet()[*] or " + of + ".values()[*]"
                : "";
        throw new BindException(type + " has no elements for [*]: it is no array and no Iterable" + map);
    }
}

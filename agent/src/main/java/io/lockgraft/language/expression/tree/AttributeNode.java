package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.BindException;

/** {@code @ServiceLock.name}: what an annotation of the method, or of its class, says. The same in every call. */
public final class AttributeNode extends SyntaxNode {
    private final String annotation;
    private final String attribute;

    /** @param annotation its simple or full name, nested types with a dot */
    public AttributeNode(String annotation, String attribute) {
        this.annotation = annotation;
        this.attribute = attribute;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        return LiteralNode.typed(scope.attributes().value(annotation, attribute));
    }
}

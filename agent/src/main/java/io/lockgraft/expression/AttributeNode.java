package io.lockgraft.expression;

/** {@code @ServiceLock.name}: what an annotation of the method, or of its class, says. The same in every call. */
final class AttributeNode extends Node {
    private final String annotation;
    private final String attribute;

    /** @param annotation its simple or full name, nested types with a dot */
    AttributeNode(String annotation, String attribute) {
        this.annotation = annotation;
        this.attribute = attribute;
    }

    @Override
    Typed type(Scope scope) throws BindException {
        return LiteralNode.typed(scope.attributes().value(annotation, attribute));
    }
}

package io.lockgraft.expression;

/** An operator between two operands, which both are computed, the left one first. */
abstract class OperatorNode extends Node {
    final String operator;
    private final Node left;
    private final Node right;

    OperatorNode(String operator, Node left, Node right) {
        this.operator = operator;
        this.left = left;
        this.right = right;
    }

    @Override
    final Typed type(Scope scope) throws BindException {
        Operand first = new Operand(left, scope);
        return type(first, new Operand(right, scope), scope);
    }

    abstract Typed type(Operand first, Operand second, Scope scope) throws BindException;

    /** What an operator can know of an operand before there is one. */
    enum Kind {
        NUMBER,
        TEXT,
        BOOLEAN,
        NULL,
        OTHER
    }

    /** One side of the operator: its value, and what operators make of values of its type. */
    static final class Operand {
        final Node node;
        final Typed value;
        final StaticType type;
        final Kind kind;

        private Operand(Node node, Scope scope) throws BindException {
            this.node = node;
            this.value = node.type(scope);
            this.type = value.type();
            this.kind = kind(type, scope.hierarchy());
        }

        boolean is(Kind other) {
            return kind == other;
        }

        private static Kind kind(StaticType type, Hierarchy hierarchy) {
            if (type.is("null")) {
                return Kind.NULL;
            }
            if (type.unboxed().is("boolean")) {
                return Kind.BOOLEAN;
            }
            if (type.isWhole() || hierarchy.isSubtype(type.boxed(), "java.lang.Number")) {
                return Kind.NUMBER;
            }
            return hierarchy.isSubtype(type, "java.lang.CharSequence") ? Kind.TEXT : Kind.OTHER;
        }
    }
}

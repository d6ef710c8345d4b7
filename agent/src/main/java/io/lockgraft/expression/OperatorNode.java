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

    /** One side of the operator: its value, and what operators make of values of its type. */
    static final class Operand {
        final Node node;
        final Typed value;
        final StaticType type;
        final Category category;

        private Operand(Node node, Scope scope) throws BindException {
            this.node = node;
            this.value = node.type(scope);
            this.type = value.type();
            this.category = Category.of(type, scope);
        }

        boolean is(Category other) {
            return category == other;
        }
    }
}

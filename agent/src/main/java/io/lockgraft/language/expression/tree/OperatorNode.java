package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.Hierarchy;
import io.lockgraft.language.expression.member.StaticType;

/** An operator between two operands, which both are computed, the left one first. */
abstract class OperatorNode extends SyntaxNode {
    final String operator;
    private final SyntaxNode left;
    private final SyntaxNode right;

    OperatorNode(String operator, SyntaxNode left, SyntaxNode right) {
        this.operator = operator;
        this.left = left;
        this.right = right;
    }

    @Override
    public final TypedNode type(Scope scope) throws BindException {
        Operand first = new Operand(left, scope);
        return type(first, new Operand(right, scope), scope);
    }

    public abstract TypedNode type(Operand first, Operand second, Scope scope) throws BindException;

    /** The kinds of operands that static types tell apart. */
    enum Kind {
        NUMBER,
        TEXT,
        BOOLEAN,
        NULL,
        OTHER
    }

    /** One side of the operator: its value, and what operators make of values of its type. */
    static final class Operand {
        final SyntaxNode node;
        final TypedNode value;
        final StaticType type;
        final Kind kind;

        private Operand(SyntaxNode node, Scope scope) throws BindException {
            this.node = node;
            this.value = node.type(scope);
            this.type = value.type();
            this.kind = kind(type, scope.hierarchy);
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

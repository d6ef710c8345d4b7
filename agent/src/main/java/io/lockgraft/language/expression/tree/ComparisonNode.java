package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a == b}, {@code a < b} and their like. */
public final class ComparisonNode extends OperatorNode {
    public ComparisonNode(String operator, SyntaxNode left, SyntaxNode right) {
        super(operator, left, right);
    }

    @Override
    public TypedNode type(Operand first, Operand second, Scope scope) throws BindException {
        if (!operator.equals("==") && !operator.equals("!=")) {
            requireOrder(first, scope);
            requireOrder(second, scope);
        }
        requirePossible(first, second);
        if (operator.equals("==") || operator.equals("!=")) {
            new TextEquality(this, scope).require(first, second);
        }
        boolean whole = isUnboxed(first.type) && isUnboxed(second.type);
        return new TypedNode(StaticType.BOOLEAN) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle compare = whole ? Handles.COMPARE_LONGS : Handles.COMPARE;
                return Handles.call(
                        MethodHandles.insertArguments(compare, 0, operator),
                        first.value.handle(linker),
                        second.value.handle(linker));
            }
        };
    }

    private static boolean isUnboxed(StaticType type) {
        return type.isPrimitive() && type.isWhole();
    }

    private void requirePossible(Operand first, Operand second) throws BindException {
        boolean known = isKnown(first.kind) && isKnown(second.kind);
        boolean character = first.type.unboxed().is("char") && second.is(Kind.TEXT)
                || second.type.unboxed().is("char") && first.is(Kind.TEXT);
        boolean never = known && first.kind != second.kind && !character
                || first.is(Kind.NULL) && second.type.isPrimitive()
                || second.is(Kind.NULL) && first.type.isPrimitive();
        if (never) {
            throw new BindException(first.type + " cannot be compared with " + second.type + ": " + this);
        }
    }

    private static boolean isKnown(Kind kind) {
        return kind != Kind.OTHER && kind != Kind.NULL;
    }

    private void requireOrder(Operand operand, Scope scope) throws BindException {
        StaticType type = operand.type;
        boolean ordered = operand.is(Kind.NUMBER)
                || operand.is(Kind.TEXT)
                || type.isDynamic()
                || operand.is(Kind.OTHER) && TextRule.mayBe(type, "java.lang.Comparable", scope.hierarchy);
        if (!ordered) {
            throw new BindException(operator + " needs values with an order (Comparable), not " + type + ": " + this);
        }
    }
}

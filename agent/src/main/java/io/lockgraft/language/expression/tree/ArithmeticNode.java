package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a + b} and its like, on int and long as Java computes them; + also joins texts as keys write them. */
public final class ArithmeticNode extends OperatorNode {
    public ArithmeticNode(String operator, SyntaxNode left, SyntaxNode right) {
        super(operator, left, right);
    }

    /** {@code -a}; in front of a fraction it is a part of the number. */
    public static SyntaxNode minus(SyntaxNode operand) {
        Object value = operand instanceof LiteralNode ? ((LiteralNode) operand).value : null;
        return value instanceof Double
                ? new LiteralNode(-(Double) value)
                : new ArithmeticNode("-", new LiteralNode(0), operand);
    }

    @Override
    public TypedNode type(Operand first, Operand second, Scope scope) throws BindException {
        if (operator.equals("+") && (first.is(Kind.TEXT) || second.is(Kind.TEXT))) {
            TextRule.require(first.type, scope);
            TextRule.require(second.type, scope);
            return new TypedNode(StaticType.STRING) {
                @Override
                public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                    return Handles.call(Handles.JOIN, first.value.handle(linker), second.value.handle(linker));
                }
            };
        }
        requireWhole(first);
        requireWhole(second);
        boolean isLong =
                first.type.unboxed().is("long") || second.type.unboxed().is("long");
        boolean isPrimitive = first.type.isPrimitive() && second.type.isPrimitive();
        StaticType type = isLong ? StaticType.LONG : StaticType.INT;
        return new TypedNode(isPrimitive ? type : type.boxed()) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle compute = isPrimitive
                        ? MethodHandles.insertArguments(Handles.COMPUTE, 0, operator)
                        : MethodHandles.insertArguments(Handles.COMPUTE_OR_NULL, 0, operator, isLong);
                MethodHandle value = Handles.call(compute, first.value.handle(linker), second.value.handle(linker));
                return isPrimitive
                        ? MethodHandles.explicitCastArguments(
                                value, value.type().changeReturnType(linker.load(type)))
                        : value;
            }
        };
    }

    private void requireWhole(Operand operand) throws BindException {
        if (!operand.type.isWhole()) {
            String hint = operand.is(Kind.NUMBER)
                    ? "; other numbers can only be compared"
                    : operand.type.isDynamic() ? "; what it is shows only at the call" : "";
            throw new BindException(operator + " needs int or long" + (operator.equals("+") ? ", or a text" : "")
                    + ", not " + operand.type + ": " + this + hint);
        }
    }
}

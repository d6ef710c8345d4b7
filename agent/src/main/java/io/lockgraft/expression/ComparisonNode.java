package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a == b}, {@code a < b} and their like. */
final class ComparisonNode extends OperatorNode {
    ComparisonNode(String operator, Node left, Node right) {
        super(operator, left, right);
    }

    @Override
    Typed type(Operand first, Operand second, Scope scope) throws BindException {
        if (!operator.equals("==") && !operator.equals("!=")) {
            requireOrder(first, scope);
            requireOrder(second, scope);
        }
        requirePossible(first, second);
        if (operator.equals("==") || operator.equals("!=")) {
            new TextEquality(this, scope).require(first, second);
        }
        boolean whole = isUnboxed(first.type) && isUnboxed(second.type);
        return new Typed(StaticType.BOOLEAN) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle compare = whole ? Functions.COMPARE_LONGS : Functions.COMPARE;
                return Values.call(
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
        boolean known = isKnown(first.category) && isKnown(second.category);
        boolean character = first.type.unboxed().is("char") && second.is(Category.TEXT)
                || second.type.unboxed().is("char") && first.is(Category.TEXT);
        boolean never = known && first.category != second.category && !character
                || first.is(Category.NULL) && second.type.isPrimitive()
                || second.is(Category.NULL) && first.type.isPrimitive();
        if (never) {
            throw new BindException(first.type + " cannot be compared with " + second.type + ": " + this);
        }
    }

    private static boolean isKnown(Category category) {
        return category != Category.OTHER && category != Category.NULL;
    }

    private void requireOrder(Operand operand, Scope scope) throws BindException {
        StaticType type = operand.type;
        boolean ordered = operand.is(Category.NUMBER)
                || operand.is(Category.TEXT)
                || type.isDynamic()
                || operand.is(Category.OTHER) && TextRule.mayBe(type, "java.lang.Comparable", scope.hierarchy());
        if (!ordered) {
            throw new BindException(operator + " needs values with an order (Comparable), not " + type + ": " + this);
        }
    }
}

package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a == b}, {@code a < b} and their like. */
final class ComparisonNode extends Node {
    private final String operator;
    private final Node left;
    private final Node right;

    ComparisonNode(String operator, Node left, Node right) {
        this.operator = operator;
        this.left = left;
        this.right = right;
    }

    @Override
    Typed type(Scope scope) throws Misfit {
        Typed first = left.type(scope);
        Typed second = right.type(scope);
        Category one = Category.of(first.type(), scope);
        Category other = Category.of(second.type(), scope);
        if (operator.equals("==") || operator.equals("!=")) {
            requirePossible(first.type(), one, second.type(), other);
        } else {
            requireOrder(first.type(), one, scope);
            requireOrder(second.type(), other, scope);
            requirePossible(first.type(), one, second.type(), other);
        }
        boolean whole = isWhole(first.type()) && isWhole(second.type());
        return new Typed(StaticType.BOOLEAN) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle compare = whole ? Functions.COMPARE_LONGS : Functions.COMPARE;
                return Values.call(
                        MethodHandles.insertArguments(compare, 0, operator),
                        first.handle(linker),
                        second.handle(linker));
            }
        };
    }

    private static boolean isWhole(StaticType type) {
        return type.isPrimitive()
                && (Numbers.kind(type) == Numbers.Kind.INT || Numbers.kind(type) == Numbers.Kind.LONG);
    }

    private void requirePossible(StaticType first, Category one, StaticType second, Category other) throws Misfit {
        boolean known =
                one != Category.OTHER && other != Category.OTHER && one != Category.NULL && other != Category.NULL;
        boolean character = first.unboxed().is("char") && other == Category.TEXT
                || second.unboxed().is("char") && one == Category.TEXT;
        boolean never = known && one != other && !character
                || one == Category.NULL && second.isPrimitive()
                || other == Category.NULL && first.isPrimitive();
        if (never) {
            throw new Misfit(first + " cannot be compared with " + second + ": " + this);
        }
    }

    private void requireOrder(StaticType type, Category category, Scope scope) throws Misfit {
        boolean ordered = category == Category.NUMBER
                || category == Category.TEXT
                || type.isDynamic()
                || category == Category.OTHER && TextRule.mayBe(type, "java.lang.Comparable", scope.hierarchy());
        if (!ordered) {
            throw new Misfit(operator + " needs values with an order (Comparable), not " + type + ": " + this);
        }
    }
}

package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a + b} and its like: numbers by Java's promotion, and + also joins texts as keys write them. */
final class ArithmeticNode extends OperatorNode {
    ArithmeticNode(String operator, Node left, Node right) {
        super(operator, left, right);
    }

    @Override
    Typed type(Operand first, Operand second, Scope scope) throws Misfit {
        if (operator.equals("+") && (first.is(Category.TEXT) || second.is(Category.TEXT))) {
            requireText(first.type, scope);
            requireText(second.type, scope);
            return computed(StaticType.STRING, first.value, second.value);
        }
        requireNumber(first);
        requireNumber(second);
        return computed(result(first.type, second.type), first.value, second.value);
    }

    private Typed computed(StaticType type, Typed first, Typed second) {
        return new Typed(type) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle function = type().is("java.lang.String")
                        ? Functions.JOIN
                        : MethodHandles.insertArguments(Functions.COMPUTE, 0, operator);
                MethodHandle value = Values.call(function, first.handle(linker), second.handle(linker));
                return type().isPrimitive() ? Values.as(value, linker.load(type())) : value;
            }
        };
    }

    private static void requireText(StaticType type, Scope scope) throws Misfit {
        String problem = TextRule.problem(type, scope);
        if (problem != null) {
            throw new Misfit(problem);
        }
    }

    private void requireNumber(Operand operand) throws Misfit {
        if (!operand.is(Category.NUMBER) && !operand.type.isDynamic()) {
            throw new Misfit(operator + (operator.equals("+") ? " needs two numbers, or a text" : " needs numbers")
                    + ", not " + operand.type + ": " + this);
        }
    }

    /** A primitive where both are; a box where one may be null; Object where only the values tell. */
    static StaticType result(StaticType one, StaticType other) {
        Numbers.Kind first = Numbers.kind(one);
        Numbers.Kind second = Numbers.kind(other);
        if (first == null || second == null) {
            return StaticType.OBJECT;
        }
        StaticType type = StaticType.of(first.with(second).type);
        return one.isPrimitive() && other.isPrimitive() ? type : type.boxed();
    }

    static Object compute(String operator, Object left, Object right) {
        if (operator.equals("+") && (left instanceof CharSequence || right instanceof CharSequence)) {
            return join(left, right);
        }
        return Numbers.compute(operator, left, right);
    }

    static String join(Object left, Object right) {
        String first = KeyText.of(left);
        String second = KeyText.of(right);
        return first == null || second == null ? null : first.concat(second);
    }
}

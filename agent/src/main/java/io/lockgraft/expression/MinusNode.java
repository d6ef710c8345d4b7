package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** {@code -a}. */
final class MinusNode extends Node {
    private final Node operand;

    MinusNode(Node operand) {
        this.operand = operand;
    }

    @Override
    Typed type(Scope scope) throws Misfit {
        Typed value = operand.type(scope);
        StaticType type = value.type();
        if (Category.of(type, scope) != Category.NUMBER && !type.isDynamic()) {
            throw new Misfit("- needs a number, not " + type + ": " + this);
        }
        return new Typed(ArithmeticNode.result(type, type)) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle negative = Values.then(value.handle(linker), Functions.NEGATE);
                return type().isPrimitive() ? Values.as(negative, linker.load(type())) : negative;
            }
        };
    }
}

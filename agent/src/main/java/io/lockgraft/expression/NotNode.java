package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** {@code not a}, {@code !a}. */
final class NotNode extends Node {
    private final Node operand;

    NotNode(Node operand) {
        this.operand = operand;
    }

    static boolean not(boolean value) {
        return !value;
    }

    @Override
    Typed type(Scope scope) throws Misfit {
        Typed value = Truth.type(operand, scope);
        return new Typed(StaticType.BOOLEAN) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                return Values.then(value.handle(linker), Functions.NOT);
            }
        };
    }
}

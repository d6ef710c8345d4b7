package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** A parameter of the method, by its name or by its position. */
final class ParameterNode extends Node {
    private final String name;

    ParameterNode(String name) {
        this.name = name;
    }

    @Override
    Typed type(Scope scope) throws Misfit {
        int position = scope.position(name);
        return new Typed(scope.parameter(position)) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle value = Values.argument(position);
                return type().isPrimitive() ? Values.as(value, linker.load(type())) : value;
            }
        };
    }
}

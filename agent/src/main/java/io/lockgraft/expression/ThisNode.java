package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** The object that the method is called on. */
final class ThisNode extends Node {
    @Override
    Typed type(Scope scope) throws Misfit {
        if (scope.isStatic()) {
            throw new Misfit("the method is static: it has no this");
        }
        return new Typed(scope.self()) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                return Values.as(Values.self(), linker.load(type()));
            }
        };
    }
}

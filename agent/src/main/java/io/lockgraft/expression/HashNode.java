package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** {@code hash(a)}: a short text that is the same in every JVM. */
final class HashNode extends Node {
    private final Node operand;

    HashNode(Node operand) {
        this.operand = operand;
    }

    @Override
    Typed type(Scope scope) throws BindException {
        Typed value = operand.type(scope);
        TextRule.require(value.type(), scope);
        return new Typed(StaticType.STRING) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                return Handles.then(value.handle(linker), Handles.HASH);
            }
        };
    }
}

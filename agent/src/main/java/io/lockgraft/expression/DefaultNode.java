package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a ?: b}: a, or b where a is null. */
final class DefaultNode extends Node {
    private final Node value;
    private final Node otherwise;

    DefaultNode(Node value, Node otherwise) {
        this.value = value;
        this.otherwise = otherwise;
    }

    @Override
    Typed type(Scope scope) throws BindException {
        Typed first = value.type(scope);
        Typed second = otherwise.type(scope);
        if (first.type().isPrimitive()) {
            throw new BindException(value + " is of type " + first.type() + " and never null: ?: has no use here");
        }
        return new Typed(ChoiceNode.join(first.type(), second.type(), scope)) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle some = Handles.as(first.handle(linker), Object.class);
                MethodHandle other = Handles.as(second.handle(linker), Object.class);
                MethodHandle given = MethodHandles.dropArguments(
                        MethodHandles.identity(Object.class), 1, some.type().parameterList());
                MethodHandle choice = MethodHandles.guardWithTest(
                        Handles.isNull(Object.class), MethodHandles.dropArguments(other, 0, Object.class), given);
                return MethodHandles.foldArguments(choice, some);
            }
        };
    }
}

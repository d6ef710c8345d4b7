package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** {@code a ?: b}: a, or b where a is null. */
public final class DefaultNode extends SyntaxNode {
    private final SyntaxNode value;
    private final SyntaxNode otherwise;

    public DefaultNode(SyntaxNode value, SyntaxNode otherwise) {
        this.value = value;
        this.otherwise = otherwise;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        TypedNode first = value.type(scope);
        TypedNode second = otherwise.type(scope);
        if (first.type().isPrimitive()) {
            throw new BindException(value + " is of type " + first.type() + " and never null: ?: has no use here");
        }
        return new TypedNode(ChoiceNode.join(first.type(), second.type(), scope)) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
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

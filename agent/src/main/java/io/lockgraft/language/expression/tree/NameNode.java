package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;

/** A parameter of the method, by its name or by its position; or {@code this}, the object that it is called on. */
public final class NameNode extends SyntaxNode {
    private static final int SELF = -1;

    private final String name;

    public NameNode(String name) {
        this.name = name;
    }

    @Override
    public TypedNode type(Scope scope) throws BindException {
        if (!name.equals("this")) {
            int position = scope.position(name);
            return given(scope.parameters.get(position), position);
        }
        if (scope.isStatic()) {
            throw new BindException("the method is static: it has no this");
        }
        return given(scope.self(), SELF);
    }

    /** Returns a node for the argument at this position. */
    static TypedNode given(StaticType type, int position) {
        return new TypedNode(type) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                MethodHandle value = position == SELF ? Handles.self() : Handles.argument(position);
                return type().isPrimitive() ? Handles.as(value, linker.load(type())) : value;
            }
        };
    }
}

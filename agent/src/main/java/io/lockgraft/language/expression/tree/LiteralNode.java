package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Handles;
import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;

/** A value that stands in the text itself. */
public final class LiteralNode extends SyntaxNode {
    public final Object value;

    public LiteralNode(Object value) {
        this.value = value;
    }

    @Override
    public TypedNode type(Scope scope) {
        return typed(value);
    }

    /** A value that is the same in every call. */
    static TypedNode typed(Object value) {
        StaticType type = value == null
                ? StaticType.NULL
                : StaticType.of(value.getClass().getName()).unboxed();
        return new TypedNode(type) {
            @Override
            public MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                return Handles.constant(value == null ? Object.class : linker.load(type()), value);
            }
        };
    }
}

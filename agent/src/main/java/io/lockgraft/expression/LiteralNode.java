package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** A value that stands in the text itself. */
final class LiteralNode extends Node {
    private final Object value;

    LiteralNode(Object value) {
        this.value = value;
    }

    Object value() {
        return value;
    }

    @Override
    Typed type(Scope scope) {
        return typed(value);
    }

    /** A value that is the same in every call. */
    static Typed typed(Object value) {
        StaticType type = value == null
                ? StaticType.NULL
                : StaticType.of(value.getClass().getName()).unboxed();
        return new Typed(type) {
            @Override
            MethodHandle handle(Linker linker) throws ReflectiveOperationException {
                return Handles.constant(value == null ? Object.class : linker.load(type()), value);
            }
        };
    }
}

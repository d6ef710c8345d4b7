package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** An expression with its types known: what every name in it means is decided. */
abstract class Typed {
    private final StaticType type;

    Typed(StaticType type) {
        this.type = type;
    }

    final StaticType type() {
        return type;
    }

    /**
     * Compiles it. The handle takes {@code (Object self, Object[] arguments)}; it may return a wider class than the
     * type says (generics), and who uses it casts.
     */
    abstract MethodHandle handle(Linker linker) throws ReflectiveOperationException;
}

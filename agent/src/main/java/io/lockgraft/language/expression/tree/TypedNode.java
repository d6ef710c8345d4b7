package io.lockgraft.language.expression.tree;

import io.lockgraft.language.expression.handle.Linker;
import io.lockgraft.language.expression.member.StaticType;
import java.lang.invoke.MethodHandle;

/** An expression with its types known: what every name in it means is decided. */
public abstract class TypedNode {
    private final StaticType type;

    TypedNode(StaticType type) {
        this.type = type;
    }

    public final StaticType type() {
        return type;
    }

    /**
     * Compiles it. The handle takes {@code (Object self, Object[] arguments)}; it may return a wider class than the
     * type says (generics), and what uses it casts.
     */
    public abstract MethodHandle handle(Linker linker) throws ReflectiveOperationException;
}

package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** A condition compiled to one handle. */
final class CompiledCondition implements BoundCondition {
    private final String source;
    private final MethodHandle value;

    CompiledCondition(String source, MethodHandle value) {
        this.source = source;
        this.value = value;
    }

    @Override
    public boolean holds(Object self, Object[] arguments) {
        try {
            return (boolean) value.invokeExact(self, arguments);
        } catch (Throwable t) {
            throw BoundPart.failure("the condition " + source, t);
        }
    }
}

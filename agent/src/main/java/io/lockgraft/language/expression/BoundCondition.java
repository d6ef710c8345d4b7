package io.lockgraft.language.expression;

import io.lockgraft.language.expression.value.EvaluationException;
import java.lang.invoke.MethodHandle;

/** A condition compiled for one method, to one handle. Thread-safe. */
public final class BoundCondition {
    private final String source;
    private final MethodHandle value;

    BoundCondition(String source, MethodHandle value) {
        this.source = source;
        this.value = value;
    }

    /** @throws EvaluationException where the application's code threw, or a part is null that must not be */
    public boolean holds(Object self, Object[] arguments) {
        try {
            return (boolean) value.invokeExact(self, arguments);
        } catch (Throwable t) {
            throw BoundPart.failure("the condition " + source, "computed", t);
        }
    }
}

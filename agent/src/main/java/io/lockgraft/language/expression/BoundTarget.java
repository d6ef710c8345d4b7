package io.lockgraft.language.expression;

import io.lockgraft.language.expression.value.EvaluationException;
import java.lang.invoke.MethodHandle;

/** A target compiled for one method, to two handles: what gives the object, and what writes to it. Thread-safe. */
public final class BoundTarget {
    private final String source;
    private final MethodHandle owner;
    private final MethodHandle setter;
    private final String whereNull;

    /**
     * @param owner (Object self, Object[] arguments) to Object
     * @param setter (Object, long) to nothing
     * @param whereNull what is wrong where there is no object; null: nothing
     */
    BoundTarget(String source, MethodHandle owner, MethodHandle setter, String whereNull) {
        this.source = source;
        this.owner = owner;
        this.setter = setter;
        this.whereNull = whereNull;
    }

    /**
     * Writes the number; does nothing where the property's owner is null behind {@code ?.}.
     *
     * @throws EvaluationException where the application's code threw, or a part is null that must not be
     */
    public void set(Object self, Object[] arguments, long number) {
        try {
            Object object = (Object) owner.invokeExact(self, arguments);
            if (object != null) {
                setter.invokeExact(object, number);
            } else if (whereNull != null) {
                throw new EvaluationException(whereNull);
            }
        } catch (Throwable t) {
            throw BoundPart.failure(source, "written", t);
        }
    }
}

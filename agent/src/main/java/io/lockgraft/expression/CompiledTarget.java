package io.lockgraft.expression;

import java.lang.invoke.MethodHandle;

/** A target compiled to two handles: what gives the object, and what writes to it. */
final class CompiledTarget implements BoundTarget {
    private final String source;
    private final MethodHandle owner;
    private final MethodHandle setter;
    private final String whereNull;

    /**
     * @param owner (Object self, Object[] arguments) to Object
     * @param setter (Object, long) to nothing
     * @param whereNull what is wrong where there is no object; null: nothing
     */
    CompiledTarget(String source, MethodHandle owner, MethodHandle setter, String whereNull) {
        this.source = source;
        this.owner = owner;
        this.setter = setter;
        this.whereNull = whereNull;
    }

    @Override
    public void set(Object self, Object[] arguments, long number) {
        try {
            Object object = (Object) owner.invokeExact(self, arguments);
            if (object != null) {
                setter.invokeExact(object, number);
            } else if (whereNull != null) {
                throw new EvaluationException(whereNull, null);
            }
        } catch (Throwable t) {
            throw BoundPart.failure(source, "written", t);
        }
    }
}

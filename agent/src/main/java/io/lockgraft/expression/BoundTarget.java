package io.lockgraft.expression;

/** A target compiled for one method. Thread-safe. */
public interface BoundTarget {
    /**
     * Writes the number; does nothing where the property's owner is null behind {@code ?.}.
     *
     * @throws EvaluationException where the application's code threw, or a part is null that must not be
     */
    void set(Object self, Object[] arguments, long number);
}

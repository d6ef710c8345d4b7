package io.lockgraft.expression;

/** A condition compiled for one method. Thread-safe. */
public interface BoundCondition {
    /** @throws EvaluationException where the application's code threw, or a part is null that must not be */
    boolean holds(Object self, Object[] arguments);
}

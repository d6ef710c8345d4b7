package io.lockgraft.bootstrap;

/** What stands behind {@link LockGate}: the agent's lock engine, which lives in a loader that woven code cannot see. */
public interface Guard {
    /**
     * Decides on one call. Returns the token to leave with, or a {@link Substitute} to return in place of running the
     * body; throws what the caller shall get instead.
     */
    Object enter(int site, Object self, Object[] arguments) throws Throwable;

    /**
     * The same for a block of code that names its rule.
     *
     * @param form the method of {@code io.lockgraft.api.Locks} that was called
     * @param argument what the key is made of, or the key itself
     * @param loader finds the classes that the rule's outcomes name
     */
    Object enter(String rule, String form, Object argument, ClassLoader loader) throws Throwable;

    /**
     * Ends the call that {@code token} stands for, of a method whose result says nothing of its work; {@code thrown} is
     * the body's own exception, or null. Throws only where it is null, what the caller shall get instead of the result.
     */
    void exit(Object token, Throwable thrown) throws Throwable;

    /**
     * The same for a method whose work may go on when it has returned.
     *
     * @param returned its result, or null
     * @return what the caller gets in place of it
     */
    Object exit(Object token, Object returned, Throwable thrown) throws Throwable;
}

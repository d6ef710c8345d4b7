package io.lockgraft.bootstrap;

/** The agent's lock engine behind {@link LockGate}. It lives in a loader that woven code cannot see. */
public interface Guard {
    /**
     * Decides on one call of a woven method. Returns the token that the call exits with; a {@link Substitute} where
     * the body must not run. Throws what the caller shall get instead.
     */
    Token enter(int method, Object self, Object[] arguments) throws Throwable;

    /**
     * Enters a block of code that names its rule.
     *
     * @param form the method of {@code io.lockgraft.api.Locks} that was called
     * @param argument what the key is made of, or the key itself
     * @param loader finds the classes that the rule's outcomes name
     */
    Token enter(String rule, String form, Object argument, ClassLoader loader) throws Throwable;
}

package io.lockgraft.bootstrap;

/**
 * The exit of one call: {@link LockGate#enter} returns it, and the call exits with it. It has all that the exit needs,
 * so rules that change meanwhile change nothing for this call. Any thread may exit it, once.
 */
public interface Token {
    /** Token of a call that took nothing: its exit does nothing. */
    Token NONE = new Token() {
        @Override
        public Object exit(Object returned, Throwable thrown) {
            return returned;
        }
    };

    /**
     * Ends the call. Throws only where {@code thrown} is null, what the caller shall get in place of the result.
     *
     * @param returned the body's result; null where it has none, or where its result says nothing of its work
     * @param thrown the body's own exception, or null
     * @return what the caller gets in place of {@code returned}
     */
    Object exit(Object returned, Throwable thrown);

    /** False for a {@link Substitute}: the caller gets its value in place of the body. */
    default boolean runsBody() {
        return true;
    }
}

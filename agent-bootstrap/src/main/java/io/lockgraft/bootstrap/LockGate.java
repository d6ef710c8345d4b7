package io.lockgraft.bootstrap;

/**
 * The one class that woven methods call: before their body and after it. Loaded by the bootstrap loader, so that every
 * class of every loader can reach it; it decides nothing.
 *
 * <p>Until the agent has opened the gate, and if it never does, a woven method throws: it must not run unlocked.
 */
public final class LockGate {
    private static volatile Guard guard;

    private LockGate() {}

    /**
     * Puts the engine behind the gate. Called by the agent before any class is woven: at its start, and again if that
     * was refused and the agent is attached anew.
     */
    public static void open(Guard engine) {
        guard = engine;
    }

    /**
     * Called by a woven method before its body.
     *
     * @param method the number of the method, whatever rules it has
     */
    public static Token enter(int method, Object self, Object[] arguments) throws Throwable {
        Guard open = guard;
        if (open == null) {
            throw new IllegalStateException("Lockgraft: a locked method was called before the agent was ready");
        }
        return open.enter(method, self, arguments);
    }

    /** Called before a {@link LockedBlock}. */
    static Token enter(String rule, String form, Object argument, ClassLoader loader) throws Throwable {
        Guard open = guard;
        if (open == null) {
            throw new IllegalStateException("Lockgraft: a lock was asked for before the agent was ready");
        }
        return open.enter(rule, form, argument, loader);
    }

    /** Called by a woven method after its body, however it ended. Returns what the caller gets. */
    public static Object exit(Token token, Object returned, Throwable thrown) {
        return token.exit(returned, thrown);
    }
}

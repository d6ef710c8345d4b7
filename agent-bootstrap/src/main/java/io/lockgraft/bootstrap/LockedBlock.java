package io.lockgraft.bootstrap;

import io.lockgraft.api.LockRuleException;
import java.util.concurrent.Callable;

/**
 * A block of the application's own code that is locked under the name of a rule. Every copy of
 * {@code io.lockgraft.api.Locks} finds this class, because the bootstrap loader has it.
 */
public final class LockedBlock {
    private LockedBlock() {}

    /**
     * Runs the body under the lock of this rule, or gives the rule's outcome.
     *
     * @param form the method of {@code Locks} that was called: {@code call} or {@code run}
     */
    public static Object call(String rule, String form, Object argument, Object body) throws Throwable {
        ClassLoader loader = body.getClass().getClassLoader();
        Token token = LockGate.enter(rule, form, argument, loader == null ? ofThread() : loader);
        if (token instanceof Substitute) {
            return ((Substitute) token).value();
        }
        Object returned = null;
        Throwable thrown = null;
        try {
            if (body instanceof Callable) {
                returned = ((Callable<?>) body).call();
            } else {
                ((Runnable) body).run();
            }
        } catch (Throwable e) {
            thrown = e;
        }
        Object result = LockGate.exit(token, returned, thrown);
        if (thrown != null) {
            throw thrown;
        }
        return result;
    }

    /** Takes the lock of this key with the settings of the rule. Returns the token to unlock it with. */
    public static Object lock(String key, String rule) throws Throwable {
        Token token = LockGate.enter(rule, "lock", key, ofThread());
        if (token instanceof Substitute) {
            throw new LockRuleException(
                    rule,
                    "rule '" + rule + "': Locks.lock did not get its lock, and the rule's outcome is a value."
                            + " Only Locks.call can return one. The block did not run",
                    null);
        }
        return token;
    }

    private static ClassLoader ofThread() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null ? ClassLoader.getSystemClassLoader() : loader;
    }

    /** Ends the block. By any thread. */
    public static void unlock(Object token) {
        LockGate.exit((Token) token, null, null);
    }
}

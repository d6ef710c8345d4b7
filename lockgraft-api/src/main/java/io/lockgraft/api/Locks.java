package io.lockgraft.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.OptionalLong;

/**
 * What the code of an application can ask of the locks that it runs under. Works without the agent, too: then there are
 * none.
 *
 * <p>There may be several copies of this class: one behind the bootstrap class path, which the agent brings, and one in
 * each loader that looks into its own jars first. All of them ask the one class that keeps the tokens, which nobody but
 * the bootstrap loader has.
 */
public final class Locks {
    private static final String KEEPS_TOKENS = "io.lockgraft.bootstrap.Fence";

    /** Null until the agent was found: it may be attached at any time, so its absence is not remembered. */
    private static volatile MethodHandle innermost;

    private Locks() {}

    /**
     * The fence token of the innermost locked call that this thread is in and whose rule says {@code lock: fenced}.
     * Each token of a key is greater than those before it: a store that remembers the greatest one it has seen, and
     * refuses lower ones, refuses whoever went on writing after its lock was lost.
     *
     * @return empty outside of such a call, in another thread than the call's own, and without the agent
     */
    public static OptionalLong fence() {
        MethodHandle token = innermost;
        if (token == null) {
            token = AccessController.doPrivileged((PrivilegedAction<MethodHandle>) Locks::find);
            innermost = token;
        }
        long found = token == null ? 0 : ask(token);
        return found == 0 ? OptionalLong.empty() : OptionalLong.of(found);
    }

    private static long ask(MethodHandle token) {
        try {
            return (long) token.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle find() {
        try {
            Class<?> type = Class.forName(KEEPS_TOKENS, false, null);
            return MethodHandles.publicLookup().findStatic(type, "innermost", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException | SecurityException noAgent) {
            return null;
        }
    }
}

package io.lockgraft.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/**
 * The locks of the rules file, for code that may be changed. A rule is asked for by its name; its settings and outcomes
 * are those of a method that it names.
 *
 * <pre>{@code
 * Receipt receipt = Locks.call("pay-order", dto, () -> pay(dto));   // key: PAY:{dto.orderNo}, argument: dto
 *
 * try (Locks.Held held = Locks.lock("PAY:" + orderNo, "pay-order")) {
 *     pay(dto);
 * }
 * }</pre>
 *
 * <p>Without the agent {@link #fence} is empty, and the others throw {@link IllegalStateException}: code that asks
 * for a
 * lock must not run without it.
 *
 * <p>There may be several copies of this class: the agent's, and one in each loader that looks into its own jars first.
 * All of them ask the agent's classes, which only the bootstrap loader has.
 */
public final class Locks {
    private static final AgentMethod FENCE = new AgentMethod("Fence", "innermost", long.class);
    private static final AgentMethod CALL = new AgentMethod(
            "LockedBlock", "call", Object.class, String.class, String.class, Object.class, Object.class);
    private static final AgentMethod LOCK =
            new AgentMethod("LockedBlock", "lock", Object.class, String.class, String.class);
    private static final AgentMethod UNLOCK = new AgentMethod("LockedBlock", "unlock", void.class, Object.class);

    private Locks() {}

    /**
     * Runs the body under the lock of a rule, and returns what the body returns. A future that it returns keeps the
     * lock
     * until it is completed, and a transaction that is active at its end keeps it until that has ended.
     *
     * @param rule the rule's name
     * @param argument what the rule's key is made of, under the name that the rule's {@code argument} gives it
     * @return the body's result, or the rule's outcome where the call did not get the lock
     * @throws Exception the body's own; an {@link InterruptedException} where the thread was interrupted while it
     * waited
     * @throws LockException where the rule's outcome is to throw
     * @throws IllegalStateException without the agent; the body did not run
     */
    @SuppressWarnings("unchecked")
    public static <T> T call(String rule, Object argument, Callable<T> body) throws Exception {
        return (T) call(rule, "call", argument, (Object) body);
    }

    /** Runs a body without a result, which throws no checked exception, under the rule's lock. */
    public static void run(String rule, Object argument, Runnable body) {
        call(rule, "run", argument, body);
    }

    /**
     * Takes the lock of a key, with the settings of a rule. The rule's namespace stands in front of the key; its own
     * key
     * and {@code when} do not count.
     *
     * @return what gives the lock back when it is closed, by any thread
     * @throws LockException where the rule's outcome is to throw, or is a value
     * @throws IllegalStateException without the agent
     */
    public static Held lock(String key, String rule) {
        MethodHandle found = LOCK.required();
        Held held = new Held();
        try {
            held.token = (Object) found.invokeExact(key, rule);
            return held;
        } catch (Throwable e) {
            throw Locks.<RuntimeException>asIs(e);
        }
    }

    /**
     * The fence token of the innermost locked call that this thread is in and whose rule says {@code lock: fenced}.
     * Each token of a key is greater than those before it. A store that refuses tokens lower than the greatest it has
     * seen refuses the writes of a call whose lock was lost.
     *
     * @return empty outside of such a call, in another thread than the call's own, and without the agent
     */
    public static OptionalLong fence() {
        MethodHandle token = FENCE.find();
        try {
            long found = token == null ? 0 : (long) token.invokeExact();
            return found == 0 ? OptionalLong.empty() : OptionalLong.of(found);
        } catch (Throwable e) {
            throw Locks.<RuntimeException>asIs(e);
        }
    }

    private static Object call(String rule, String form, Object argument, Object body) {
        if (body == null) {
            throw new NullPointerException("body");
        }
        MethodHandle found = CALL.required();
        try {
            return (Object) found.invokeExact(rule, form, argument, body);
        } catch (Throwable e) {
            throw Locks.<RuntimeException>asIs(e);
        }
    }

    /** Throws it as it is: an outcome may be a checked exception of the application's. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E asIs(Throwable e) throws E {
        throw (E) e;
    }

    /** A method of the agent. */
    private static final class AgentMethod {
        private final String owner;
        private final String name;
        private final MethodType type;

        /**
         * The agent's method; null until it was found. Its absence is not remembered, because it may be attached at any
         * time.
         */
        private volatile MethodHandle found;

        AgentMethod(String owner, String name, Class<?> result, Class<?>... parameters) {
            this.owner = "io.lockgraft.bootstrap." + owner;
            this.name = name;
            this.type = MethodType.methodType(result, parameters);
        }

        MethodHandle required() {
            MethodHandle method = find();
            if (method == null) {
                throw new IllegalStateException("the block did not run: Lockgraft is not in this JVM."
                        + " Start it with -javaagent:lockgraft.jar=rules.yaml");
            }
            return method;
        }

        /** Returns the agent's method; null without the agent. */
        MethodHandle find() {
            if (found == null) {
                found = AccessController.doPrivileged((PrivilegedAction<MethodHandle>) this::look);
            }
            return found;
        }

        private MethodHandle look() {
            try {
                return MethodHandles.publicLookup().findStatic(Class.forName(owner, false, null), name, type);
            } catch (ReflectiveOperationException | SecurityException noAgent) {
                return null;
            }
        }
    }

    /** A lock that {@link Locks#lock} has taken. */
    public static final class Held implements AutoCloseable {
        Object token;

        Held() {}

        /**
         * Gives the lock back. Twice is harmless.
         *
         * @throws LockLostException where the lock was lost meanwhile and its rule says {@code onLost: throw}
         */
        @Override
        public void close() {
            Object held = take();
            if (held == null) {
                return;
            }
            MethodHandle found = UNLOCK.required();
            try {
                found.invokeExact(held);
            } catch (Throwable e) {
                throw Locks.<RuntimeException>asIs(e);
            }
        }

        private synchronized Object take() {
            Object held = token;
            token = null;
            return held;
        }
    }
}

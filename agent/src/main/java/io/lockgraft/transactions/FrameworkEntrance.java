package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.later.TransactionLocks;
import io.lockgraft.engine.later.Watch;
import java.lang.reflect.Method;

/**
 * Where a framework begins a transaction for a method that it is about to call: the method's lock is taken in front of
 * that. So no connection is held while the call waits, and no snapshot is older than the lock.
 */
class FrameworkEntrance implements Watch {
    private final String invocation;
    private final String target;
    private final String arguments;

    /** By the class of the invocation object. */
    private final ClassValue<Reader> readers = new ClassValue<Reader>() {
        @Override
        protected Reader computeValue(Class<?> type) {
            return reader(type);
        }
    };

    /**
     * @param invocation the type of the only argument, which says what is about to be called
     * @param target its method that gives the object
     * @param arguments its method that gives the arguments
     */
    FrameworkEntrance(String invocation, String target, String arguments) {
        this.invocation = invocation;
        this.target = target;
        this.arguments = arguments;
    }

    /**
     * Of an interceptor of AOP Alliance: what runs is the object's method, which may override the one that is named.
     */
    static FrameworkEntrance ofProxies() {
        return new FrameworkEntrance("org.aopalliance.intercept.MethodInvocation", "getThis", "getArguments");
    }

    /**
     * Of an interceptor of Jakarta EE. The object may be of a class that the container has made: its method calls the
     * interceptors, and what they call in the end is the method that is named.
     *
     * @param invocation the InvocationContext
     */
    static FrameworkEntrance ofInterceptors(String invocation) {
        return new FrameworkEntrance(invocation, "getTarget", "getParameters") {
            @Override
            Class<?> type(Object interceptor, Object invocation, Object on, Method method) {
                return on == null ? null : method.getDeclaringClass();
            }
        };
    }

    /** How to ask one class of invocations. */
    private static final class Reader {
        private final Method method;
        private final Method target;
        private final Method arguments;

        Reader(Method method, Method target, Method arguments) {
            this.method = method;
            this.target = target;
            this.arguments = arguments;
        }
    }

    /**
     * The class whose method is about to run; null where there is none.
     *
     * @param on the object, or null
     */
    Class<?> type(Object interceptor, Object invocation, Object on, Method method) throws ReflectiveOperationException {
        return on == null ? null : on.getClass();
    }

    @Override
    public Token enter(TransactionLocks locks, Object self, Object[] given) throws Throwable {
        Object called = given[0];
        Reader reader = called == null ? null : readers.get(called.getClass());
        if (reader == null) {
            return Token.NONE;
        }
        Class<?> type;
        Object on;
        Method method;
        Object with;
        try {
            on = Proxied.innermost(reader.target.invoke(called));
            method = (Method) reader.method.invoke(called);
            with = reader.arguments.invoke(called);
            type = method == null ? null : type(self, called, on, method);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // The method takes its lock itself; the application's transaction must not fail because of us.
            Sources.tellOfEntrance(invocation, e);
            return Token.NONE;
        }
        return type == null
                ? Token.NONE
                : locks.enterAhead(type, method, on, with == null ? new Object[0] : (Object[]) with);
    }

    private Reader reader(Class<?> type) {
        Class<?> its = Types.named(invocation, type);
        try {
            return its == null
                    ? null
                    : new Reader(its.getMethod("getMethod"), its.getMethod(target), its.getMethod(arguments));
        } catch (NoSuchMethodException | LinkageError e) {
            Sources.tellOfEntrance(invocation, e);
            return null;
        }
    }
}

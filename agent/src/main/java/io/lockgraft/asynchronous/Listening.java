package io.lockgraft.asynchronous;

import io.lockgraft.asynchronous.LaterResults.Completion;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executor;

/** How the futures of a library tell that they are completed. Of its classes nothing is known here but names. */
abstract class Listening {
    /** Of types that tell nothing. */
    static final Listening NONE = new Listening() {
        @Override
        void listen(Object future, Completion completion) {
            throw new IllegalStateException();
        }
    };

    private static final String GUAVA = "com.google.common.util.concurrent.ListenableFuture";
    private static final String SPRING = "org.springframework.util.concurrent.ListenableFuture";
    private static final String SPRING_CALLBACK = "org.springframework.util.concurrent.ListenableFutureCallback";

    /** Has the completion told, be it at once. */
    abstract void listen(Object future, Completion completion) throws Throwable;

    static Listening to(Class<?> type) {
        try {
            for (Class<?> each : Types.interfaces(type)) {
                if (each.getName().equals(GUAVA)) {
                    return guava(each.getMethod("addListener", Runnable.class, Executor.class));
                }
                if (each.getName().equals(SPRING)) {
                    Class<?> callback = Class.forName(SPRING_CALLBACK, false, each.getClassLoader());
                    return spring(each.getMethod("addCallback", callback), callback);
                }
            }
            return NONE;
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
            return NONE;
        }
    }

    private static Listening guava(final Method addListener) {
        final Executor direct = Runnable::run;
        return new Listening() {
            @Override
            void listen(Object future, Completion completion) throws Throwable {
                invoke(addListener, future, (Runnable) completion::comes, direct);
            }
        };
    }

    private static Listening spring(final Method addCallback, final Class<?> callback) {
        return new Listening() {
            @Override
            void listen(Object future, final Completion completion) throws Throwable {
                InvocationHandler told = (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() != Object.class) {
                        completion.comes();
                        return null;
                    }
                    return method.getName().equals("equals")
                            ? (Object) (proxy == arguments[0])
                            : method.getName().equals("hashCode") ? (Object) 0 : "Lockgraft's callback";
                };
                invoke(
                        addCallback,
                        future,
                        Proxy.newProxyInstance(callback.getClassLoader(), new Class<?>[] {callback}, told));
            }
        };
    }

    private static void invoke(Method method, Object target, Object... arguments) throws Throwable {
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

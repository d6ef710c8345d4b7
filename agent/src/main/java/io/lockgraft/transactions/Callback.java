package io.lockgraft.transactions;

import io.lockgraft.asynchronous.Types;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** An interface of the application's, implemented by name: methods that are not known here answer nothing. */
abstract class Callback implements InvocationHandler {
    private final String name;

    /** @param name for debuggers and logs of the application */
    Callback(String name) {
        this.name = name;
    }

    Object as(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
    }

    /** The answer to a method of the interface. */
    abstract Object called(String method, Object[] arguments);

    @Override
    public final Object invoke(Object proxy, Method method, Object[] arguments) {
        if (method.getDeclaringClass() != Object.class) {
            return called(method.getName(), arguments);
        }
        Object identity = Types.identity(proxy, method, arguments);
        return identity != null ? identity : name;
    }
}

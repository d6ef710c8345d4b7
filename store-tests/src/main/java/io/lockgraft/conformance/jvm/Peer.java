package io.lockgraft.conformance.jvm;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A store as one JVM asks it. The owner of each request becomes an owner of that JVM, whose numbers begin at one, as
 * those of every JVM do. So the first attempts of two JVMs have the same number.
 */
public final class Peer implements InvocationHandler {
    private final LockStore store;
    private final Jvm jvm;
    private final Map<Owner, Owner> owners = new ConcurrentHashMap<>();

    private Peer(LockStore store, Jvm jvm) {
        this.store = store;
        this.jvm = jvm;
    }

    /** The store, asked in the name of this JVM. An owner that asks again stays the same. */
    public static LockStore of(LockStore store, Jvm jvm) {
        return (LockStore) Proxy.newProxyInstance(
                Peer.class.getClassLoader(), new Class<?>[] {LockStore.class}, new Peer(store, jvm));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("acquire")) {
            arguments[0] = inItsName((Request) arguments[0]);
        }
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Request inItsName(Request request) {
        Owner own = owners.computeIfAbsent(request.owner(), any -> jvm.newOwner(any.rule(), any.thread()));
        return request.as(own, request.leaseMillis());
    }
}

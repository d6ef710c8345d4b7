package io.lockgraft.asynchronous;

import io.lockgraft.language.type.Publishers;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The three interfaces by which a publisher and its subscriber talk, as one loader has them: those of Reactive
 * Streams or
 * of {@code java.util.concurrent.Flow}, whose methods have the same names. Reachable from the publisher's interface
 * only.
 */
final class Protocol {
    /**
     * What subscribers of a library can do beside, and what their publishers ask them for: contexts, and less checks.
     */
    private static final List<String> FACES = Arrays.asList(
            "reactor.core.CoreSubscriber",
            "io.smallrye.mutiny.subscription.ContextSupport",
            "io.reactivex.FlowableSubscriber",
            "io.reactivex.rxjava3.core.FlowableSubscriber");

    private static final ClassValue<Protocol> OF = Types.perClass(publisher -> {
        try {
            return new Protocol(publisher);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(publisher + " is not as it is known", e);
        }
    });

    private final Class<?> publisher;
    private final Class<?> subscriber;
    private final Class<?> subscription;
    private final MethodHandle subscribe;
    private final MethodHandle onSubscribe;
    private final MethodHandle onNext;
    private final MethodHandle onError;
    private final MethodHandle onComplete;
    private final MethodHandle request;
    private final MethodHandle cancel;

    /** What a subscription shows to a subscriber of one class, and to its publisher. */
    private final ClassValue<Class<?>[]> faces = Types.perClass(this::facesOf);

    private Protocol(Class<?> publisher) throws ReflectiveOperationException {
        this.publisher = publisher;
        this.subscriber = parameter(publisher, "subscribe");
        this.subscription = parameter(subscriber, "onSubscribe");
        this.subscribe = Types.handle(publisher, "subscribe", subscriber);
        this.onSubscribe = Types.handle(subscriber, "onSubscribe", subscription);
        this.onNext = Types.handle(subscriber, "onNext", Object.class);
        this.onError = Types.handle(subscriber, "onError", Throwable.class);
        this.onComplete = Types.handle(subscriber, "onComplete");
        this.request = Types.handle(subscription, "request", long.class);
        this.cancel = Types.handle(subscription, "cancel");
    }

    /** Of the publishers that this class is among: of Reactive Streams' where it is of both; null where of none. */
    static Protocol in(Class<?> type) {
        Class<?> found = Types.named(Publishers.REACTIVE_STREAMS, type);
        found = found == null ? Types.named(Publishers.FLOW, type) : found;
        return found == null ? null : OF.get(found);
    }

    private static Class<?> parameter(Class<?> type, String name) throws NoSuchMethodException {
        for (Method each : type.getMethods()) {
            if (each.getName().equals(name) && each.getParameterCount() == 1) {
                return each.getParameterTypes()[0];
            }
        }
        throw new NoSuchMethodException(type + "." + name);
    }

    Class<?> publisher() {
        return publisher;
    }

    void subscribe(Object its, Object to) throws Throwable {
        subscribe.invokeExact(its, to);
    }

    void onSubscribe(Object its, Object with) throws Throwable {
        onSubscribe.invokeExact(its, with);
    }

    void onNext(Object its, Object item) throws Throwable {
        onNext.invokeExact(its, item);
    }

    void onError(Object its, Throwable error) throws Throwable {
        onError.invokeExact(its, (Object) error);
    }

    void onComplete(Object its) throws Throwable {
        onComplete.invokeExact(its);
    }

    void request(Object its, long items) throws Throwable {
        request.invokeExact(its, items);
    }

    void cancel(Object its) throws Throwable {
        cancel.invokeExact(its);
    }

    /** A publisher whose calls come there. */
    Object publisher(InvocationHandler handler) {
        return Proxy.newProxyInstance(publisher.getClassLoader(), new Class<?>[] {publisher}, handler);
    }

    /** A subscription for this subscriber that is the subscriber of the original publisher as well. */
    Object between(Object actual, InvocationHandler handler) {
        Class<?>[] all = faces.get(actual.getClass());
        return Proxy.newProxyInstance(all[0].getClassLoader(), all, handler);
    }

    /** The first is of the loader that sees all of them. */
    private Class<?>[] facesOf(Class<?> type) {
        List<Class<?>> all = new ArrayList<>(Arrays.asList(subscriber, subscription));
        for (Class<?> each : Types.above(type)) {
            if (FACES.contains(each.getName()) && sees(each.getClassLoader(), all)) {
                all.add(0, each);
            }
        }
        return all.toArray(new Class<?>[0]);
    }

    private static boolean sees(ClassLoader loader, List<Class<?>> all) {
        try {
            for (Class<?> each : all) {
                if (Class.forName(each.getName(), false, loader) != each) {
                    return false;
                }
            }
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** What all proxies answer alike, and all else that the given object can do. */
    static Object other(Object proxy, Method method, Object[] arguments, Object actual) throws Throwable {
        if (method.getDeclaringClass() != Object.class) {
            return Types.call(method, actual, arguments);
        }
        Object identity = Types.identity(proxy, method, arguments);
        return identity != null ? identity : "Lockgraft's guard of " + actual;
    }

    /** An object of an interface of one method, by which the command is run; told as the guard of the actual one. */
    static Object running(Class<?> type, Object actual, Runnable command) {
        return Types.proxy(type, () -> "Lockgraft's guard of " + actual, method -> {
            command.run();
            return null;
        });
    }
}

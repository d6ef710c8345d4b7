package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterHold;
import io.lockgraft.engine.fence.ToldToken;
import java.lang.invoke.MethodHandle;

/**
 * Reactor's contexts, as one loader has them. A context goes from a subscriber to all that is subscribed to for it:
 * what finds a subscription there is inside of it.
 */
final class Contexts {
    private static final String SUBSCRIBER = "reactor.core.CoreSubscriber";

    /** The key, which contexts tell in their texts. */
    private static final Object AROUND = "io.lockgraft.around";

    private static final ClassValue<Contexts> OF = Types.perClass(Contexts::find);

    private final MethodHandle current;
    private final MethodHandle get;
    private final MethodHandle put;

    private Contexts(MethodHandle current, MethodHandle get, MethodHandle put) {
        this.current = current;
        this.get = get;
        this.put = put;
    }

    private static Contexts find(Class<?> subscriber) {
        try {
            Class<?> its = Types.named(SUBSCRIBER, subscriber);
            if (its == null) {
                return null;
            }
            Class<?> context = Class.forName("reactor.util.context.Context", false, its.getClassLoader());
            return new Contexts(
                    Types.handle(its, "currentContext"),
                    Types.handle(context, "getOrDefault", Object.class, Object.class),
                    Types.handle(context, "put", Object.class, Object.class));
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
            return null;
        }
    }

    private Object of(Object subscriber) throws Throwable {
        return (Object) current.invokeExact(subscriber);
    }

    /** What is around the subscriptions of this subscriber; null where nothing is, or where it has no context. */
    static LaterHold around(Object subscriber) throws Throwable {
        Contexts its = OF.get(subscriber.getClass());
        return its == null ? null : (LaterHold) (Object) its.get.invokeExact(its.of(subscriber), AROUND, (Object) null);
    }

    /** The subscriber's context, with the fence token, for what is inside of that; null where it has none. */
    static Object inside(Object subscriber, LaterHold taking) throws Throwable {
        Contexts its = OF.get(subscriber.getClass());
        if (its == null) {
            return null;
        }
        Object inside = (Object) its.put.invokeExact(its.of(subscriber), AROUND, (Object) taking);
        long token = taking.fence();
        return token == 0 ? inside : (Object) its.put.invokeExact(inside, (Object) ToldToken.NAME, (Object) token);
    }
}

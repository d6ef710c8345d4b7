package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterLock;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * A future of the type that a method declares, of the class that its library has for such as are completed from
 * outside.
 * What is added to it runs on the thread that completes it.
 */
final class Promise {
    private static final String JDK = "java.util.concurrent.";
    private static final String GUAVA = "com.google.common.util.concurrent.";
    private static final String FLUENT = GUAVA + "FluentFuture";
    private static final String SPRING = "org.springframework.util.concurrent.";

    private static final MethodType SETTLE = MethodType.methodType(void.class, Object.class, Object.class);

    /** The class of which one is made, by each type that may be declared. */
    private static final Map<String, String> SETTABLE = new HashMap<>();

    static {
        add(JDK, "CompletableFuture", "CompletionStage");
        add(GUAVA, "SettableFuture", "FluentFuture", "ListenableFuture");
        add(SPRING, "SettableListenableFuture", "ListenableFuture");
    }

    private static void add(String library, String settable, String... above) {
        SETTABLE.put(library + settable, library + settable);
        for (String each : above) {
            SETTABLE.put(library + each, library + settable);
        }
    }

    /** How one class of such futures is used. */
    private static final class Kind {
        private final MethodHandle create;
        private final MethodHandle complete;
        private final MethodHandle fail;

        Kind(Class<?> type) throws ReflectiveOperationException {
            boolean jdk = type.getName().startsWith(JDK);
            this.create = type.getName().startsWith(GUAVA)
                    ? Types.handle(type, "create")
                    : MethodHandles.publicLookup()
                            .unreflectConstructor(type.getConstructor())
                            .asType(MethodType.methodType(Object.class));
            this.complete =
                    Types.handle(type, jdk ? "complete" : "set", Object.class).asType(SETTLE);
            this.fail = Types.handle(type, jdk ? "completeExceptionally" : "setException", Throwable.class)
                    .asType(SETTLE);
        }
    }

    private static final ClassValue<Kind> KINDS = Types.perClass(type -> {
        try {
            return new Kind(type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("its library is of a version that is not known", e);
        }
    });

    private final Kind kind;
    /** Which we complete. */
    private final Object settable;

    private final Future<?> future;

    private Promise(Kind kind, Object settable, Future<?> future) {
        this.kind = kind;
        this.settable = settable;
        this.future = future;
    }

    /** Of what the lock's method returns; null where none can be made. */
    static Promise of(LaterLock lock) {
        String settable = SETTABLE.get(lock.returnType());
        if (settable == null) {
            return null;
        }
        try {
            Kind kind = KINDS.get(Class.forName(settable, false, lock.loader()));
            Object made = (Object) kind.create.invokeExact();
            Class<?> declared = Class.forName(lock.returnType(), false, lock.loader());
            Object future = declared.getName().equals(FLUENT) ? fluent(declared, made) : made;
            return declared.isInstance(future) ? new Promise(kind, made, (Future<?>) future) : null;
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
            return null;
        } catch (Throwable e) {
            throw Types.<RuntimeException>asItIs(e);
        }
    }

    /** No class of these can be completed. This one is as the other is, and is cancelled with it. */
    private static Object fluent(Class<?> type, Object future) throws ReflectiveOperationException {
        return type.getMethod("from", Class.forName(GUAVA + "ListenableFuture", false, type.getClassLoader()))
                .invoke(null, future);
    }

    /** What the caller gets. */
    Future<?> future() {
        return future;
    }

    /** Unless it is done. */
    void complete(Object value) {
        settle(kind.complete, value);
    }

    /** Unless it is done. */
    void fail(Throwable failure) {
        settle(kind.fail, failure);
    }

    private void settle(MethodHandle how, Object with) {
        try {
            how.invokeExact(settable, with);
        } catch (Throwable e) {
            throw Types.<RuntimeException>asItIs(e);
        }
    }

    /** @param done a future that is done; the thread's interrupt stays where it is */
    void completeAs(Future<?> done) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    complete(done.get());
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (CancellationException e) {
            future.cancel(false);
        } catch (ExecutionException e) {
            fail(e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs it as soon as the caller has cancelled it. */
    void whenCancelled(Runnable then) {
        try {
            Listening.of(future.getClass()).listen(future, () -> {
                if (future.isCancelled()) {
                    then.run();
                }
            });
        } catch (Throwable e) {
            throw Types.<RuntimeException>asItIs(e);
        }
    }
}

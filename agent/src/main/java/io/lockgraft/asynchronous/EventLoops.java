package io.lockgraft.asynchronous;

import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/**
 * The threads that must not be blocked, because others wait for what they do next: those of an event loop of Netty,
 * and so
 * of Vert.x and Quarkus, and those that Reactor marks. Told by names; a thread's class says once what it is.
 */
final class EventLoops {
    private static final String REACTOR = "reactor.core.scheduler.NonBlocking";
    private static final String VERTX = "io.vertx.core.impl.VertxThread";
    private static final String NETTY = "io.netty.util.concurrent.FastThreadLocalThread";

    /** What runs the rest of a call, or of a subscription; gives null where the current thread may be blocked. */
    private static final Callable<Executor> PLAIN = () -> null;

    private static final ClassValue<Callable<Executor>> KINDS = Types.perClass(EventLoops::kind);

    private EventLoops() {}

    /** What runs the rest on this thread, or on its like; null where it may be blocked. */
    static Executor ofThisThread() {
        Class<?> type = Thread.currentThread().getClass();
        if (type == Thread.class) {
            return null;
        }
        try {
            return KINDS.get(type).call();
        } catch (Exception | LinkageError otherVersion) {
            return null;
        }
    }

    private static Callable<Executor> kind(Class<?> thread) {
        try {
            Class<?> vertx = Types.named(VERTX, thread);
            if (vertx != null) {
                return vertx(
                        vertx.getClassLoader(), netty(Types.named(NETTY, thread).getClassLoader()));
            }
            // Threads of reactor-netty are both.
            Class<?> netty = Types.named(NETTY, thread);
            if (netty != null) {
                return netty(netty.getClassLoader());
            }
            Class<?> reactor = Types.named(REACTOR, thread);
            return reactor == null ? PLAIN : reactor(reactor.getClassLoader());
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
            return PLAIN;
        }
    }

    /** Its threads do not tell which scheduler they are of; any of the parallel one is as good. */
    private static Callable<Executor> reactor(ClassLoader loader) throws ReflectiveOperationException {
        Method parallel = Class.forName("reactor.core.scheduler.Schedulers", false, loader)
                .getMethod("parallel");
        Method schedule =
                Class.forName("reactor.core.scheduler.Scheduler", false, loader).getMethod("schedule", Runnable.class);
        return () -> {
            Object scheduler = parallel.invoke(null);
            return command -> pass(schedule, scheduler, command, "Reactor's scheduler has refused the rest of a call");
        };
    }

    /** Threads of this class also run work that may block: only that of an event loop is meant. */
    private static Callable<Executor> netty(ClassLoader loader) throws ReflectiveOperationException {
        Method current = Class.forName("io.netty.util.internal.ThreadExecutorMap", false, loader)
                .getMethod("currentExecutor");
        return () -> {
            Object executor = current.invoke(null);
            return executor != null && LOOPS.get(executor.getClass()) ? (Executor) executor : null;
        };
    }

    /** Code of Vert.x finds its context only where that has called it. Worker threads are of the same class. */
    private static Callable<Executor> vertx(ClassLoader loader, Callable<Executor> loop)
            throws ReflectiveOperationException {
        Method current = Class.forName("io.vertx.core.Vertx", false, loader).getMethod("currentContext");
        Class<?> handler = Class.forName("io.vertx.core.Handler", false, loader);
        Method run = Class.forName("io.vertx.core.Context", false, loader).getMethod("runOnContext", handler);
        return () -> {
            Executor executor = loop.call();
            Object context = executor == null ? null : current.invoke(null);
            return context == null
                    ? executor
                    : command -> pass(
                            run,
                            context,
                            Protocol.running(handler, command, command),
                            "Vert.x's context has refused the rest of a call");
        };
    }

    private static final ClassValue<Boolean> LOOPS =
            Types.perClass(executor -> Types.named("io.netty.channel.EventLoop", executor) != null);

    /** Has a scheduler of the application's run the command. */
    static void pass(Method method, Object target, Object command, String refusal) {
        try {
            method.invoke(target, command);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(refusal, e.getCause() == null ? e : e.getCause());
        }
    }
}

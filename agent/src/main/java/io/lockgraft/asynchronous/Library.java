package io.lockgraft.asynchronous;

import io.lockgraft.language.type.Publishers;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * One type of a reactive library: how a value of it becomes a publisher, how a publisher becomes such a value again,
 * and
 * where its work goes on. All by the library's public methods, by name.
 *
 * <p>Each conversion leaves the end of the work to the original. So Reactor's {@code Mono.from} is not among them: it
 * cancels at the first item, and a reactive transaction in there would be rolled back.
 */
final class Library {
    private static final ClassValue<Library> OF = Types.perClass(Library::find);

    private final Class<?> type;
    private final boolean single;
    private final Protocol protocol;
    private final MethodHandle there;
    private final MethodHandle back;
    /** For subscriptions that begin on a thread that may be blocked: a thread that may be, too. */
    private final Callable<Executor> scheduling;

    private Library(
            Class<?> type,
            boolean single,
            Protocol protocol,
            MethodHandle there,
            MethodHandle back,
            Callable<Executor> scheduling) {
        this.type = type;
        this.single = single;
        this.protocol = protocol;
        this.there = there;
        this.back = back;
        this.scheduling = scheduling;
    }

    /** Of values of this class; null where they are no publishers. Throws where that library is not as it is known. */
    static Library of(Class<?> type) {
        return OF.get(type);
    }

    private static Library find(Class<?> type) {
        try {
            for (String name : Publishers.names()) {
                Class<?> found = Types.named(name, type);
                if (found != null && !isPlain(name)) {
                    return known(found);
                }
            }
            Protocol plain = Protocol.in(type);
            return plain == null ? null : plain(plain);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("its library is of a version that is not known: " + e, e);
        }
    }

    private static boolean isPlain(String name) {
        return name.equals(Publishers.REACTIVE_STREAMS) || name.equals(Publishers.FLOW);
    }

    /** Of a publisher of which no more is known. */
    static Library plain(Protocol protocol) {
        return new Library(protocol.publisher(), false, protocol, null, null, null);
    }

    private static Library known(Class<?> type) throws ReflectiveOperationException {
        switch (type.getName()) {
            case "reactor.core.publisher.Mono":
                return reactor(type, true, "fromDirect");
            case "reactor.core.publisher.Flux":
                return reactor(type, false, "from");
            case "io.smallrye.mutiny.Uni":
                return mutiny(type, true);
            case "io.smallrye.mutiny.Multi":
                return mutiny(type, false);
            default:
                return rxJava(type);
        }
    }

    private static Library reactor(Class<?> type, boolean single, String from) throws ReflectiveOperationException {
        Protocol protocol = Protocol.in(type);
        Method elastic = loaded(type, "reactor.core.scheduler.Schedulers").getMethod("boundedElastic");
        Method schedule = loaded(type, "reactor.core.scheduler.Scheduler").getMethod("schedule", Runnable.class);
        return new Library(
                type,
                single,
                protocol,
                null,
                Types.handle(type, from, protocol.publisher()),
                () -> scheduler(elastic, schedule));
    }

    private static Library rxJava(Class<?> type) throws ReflectiveOperationException {
        String name = type.getName();
        String core = name.substring(0, name.lastIndexOf('.'));
        String root = core.endsWith(".core") ? core.substring(0, core.lastIndexOf('.')) : core;
        Class<?> flowable = loaded(type, core + ".Flowable");
        Class<?> strategy = loaded(type, core + ".BackpressureStrategy");
        Protocol protocol = Protocol.in(flowable);
        Method io = loaded(type, root + ".schedulers.Schedulers").getMethod("io");
        Method schedule = loaded(type, core + ".Scheduler").getMethod("scheduleDirect", Runnable.class);
        MethodHandle there = null;
        MethodHandle back = null;
        switch (name.substring(core.length() + 1)) {
            case "Flowable":
                break;
            case "Observable":
                // It knows no demand: its subscriber asks for all, and nothing is ever kept.
                there = MethodHandles.insertArguments(
                        Types.handle(type, "toFlowable", strategy),
                        1,
                        strategy.getField("MISSING").get(null));
                break;
            case "Maybe":
                there = Types.handle(type, "toFlowable");
                back = MethodHandles.filterReturnValue(
                        Types.handle(flowable, "fromPublisher", protocol.publisher()),
                        Types.handle(flowable, "singleElement"));
                break;
            default:
                there = Types.handle(type, "toFlowable");
        }
        return new Library(
                type,
                !name.endsWith("Flowable") && !name.endsWith("Observable"),
                protocol,
                there,
                back != null ? back : Types.handle(type, "fromPublisher", protocol.publisher()),
                () -> scheduler(io, schedule));
    }

    private static Library mutiny(Class<?> type, boolean single) throws ReflectiveOperationException {
        Protocol protocol = Protocol.in(loaded(type, "io.smallrye.mutiny.Multi"));
        Class<?> start = type.getMethod("createFrom").getReturnType();
        Method executor =
                loaded(type, "io.smallrye.mutiny.infrastructure.Infrastructure").getMethod("getDefaultExecutor");
        // A starting point is a stateless object; each conversion asks for it anew all the same, as applications do.
        MethodHandle back = MethodHandles.foldArguments(
                Types.handle(start, "publisher", protocol.publisher()),
                MethodHandles.dropArguments(Types.handle(type, "createFrom"), 0, Object.class));
        return new Library(type, single, protocol, single ? Types.handle(type, "toMulti") : null, back, () ->
                (Executor) executor.invoke(null));
    }

    private static Class<?> loaded(Class<?> beside, String name) throws ClassNotFoundException {
        return Class.forName(name, false, beside.getClassLoader());
    }

    private static Executor scheduler(Method which, Method schedule) throws ReflectiveOperationException {
        Object scheduler = which.invoke(null);
        return command ->
                EventLoops.pass(schedule, scheduler, command, scheduler + " has refused the rest of a subscription");
    }

    /** The type of {@link #back}'s values. */
    Class<?> type() {
        return type;
    }

    /** Whether it gives one item at most, and has done its work when that comes. */
    boolean isSingle() {
        return single;
    }

    Protocol protocol() {
        return protocol;
    }

    /** Whether it is a value of this type. */
    boolean has(Object value) {
        return type.isInstance(value);
    }

    Object publisher(Object value) throws Throwable {
        return there == null ? value : (Object) there.invokeExact(value);
    }

    Object back(Object publisher) throws Throwable {
        return back == null ? publisher : (Object) back.invokeExact(publisher);
    }

    /**
     * Asked on the subscriber's thread. Never one of ours; and a thread of its own where the common pool has but one.
     */
    Executor executor() throws Exception {
        return scheduling == null ? CompletableFuture::runAsync : scheduling.call();
    }
}

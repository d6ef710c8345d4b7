package io.lockgraft.asynchronous;

import io.lockgraft.engine.site.ResultKind;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.Publishers;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The types that a method returns before its work is done: one table of names, and their subtypes. */
public final class LaterTypes {
    /** When the work of such a value is done, and whether the hold goes on until then. */
    public enum When {
        /** {@link LaterResults}. */
        FOLLOWED("when the %s that it returns is completed", "the work may go on until that is completed", true),
        /** Each subscription takes the lock: {@link Publication}. What a subtype can do beside, no guard could. */
        SUBSCRIBED(
                "with each subscription of the %s that it returns",
                "the work is done for each subscriber after that", true),
        UNGUARDED(null, "the work is done for each subscriber after that", true),
        COMPLETED(null, "the work may go on until that is completed", true),
        /** {@link GuardedCalls}. */
        CALLED(
                "with each call of the %s that it returns, and with the method",
                "what is done as that is called is done without the lock", false),
        /** Many classes of applications implement these beside what they are; so no subtype counts. */
        USED(null, "what is done as that is used is done without the lock", false);

        private final String end;
        private final String after;
        private final boolean subtypes;

        /**
         * @param end where the hold ends, with the type's name; null where that is not seen: it ends with the method
         * @param after what goes on once the method has returned
         */
        When(String end, String after, boolean subtypes) {
            this.end = end;
            this.after = after;
            this.subtypes = subtypes;
        }

        /** Whether the hold goes on until it is done. */
        public boolean isSeen() {
            return end != null;
        }

        /** Where the hold ends then: {@code when the CompletableFuture that it returns is completed}. */
        public String end(String returnType) {
            int simple = Math.max(returnType.lastIndexOf('.'), returnType.lastIndexOf('$')) + 1;
            return String.format(end, returnType.substring(simple));
        }

        /** What goes on once the method has returned, as a clause. */
        public String after() {
            return after;
        }
    }

    private static final Map<String, When> TABLE = new HashMap<>();

    static {
        add(
                When.FOLLOWED,
                "java.util.concurrent.CompletionStage",
                "java.util.concurrent.CompletableFuture",
                "com.google.common.util.concurrent.ListenableFuture",
                "com.google.common.util.concurrent.FluentFuture",
                "com.google.common.util.concurrent.SettableFuture",
                "org.springframework.util.concurrent.ListenableFuture",
                "org.springframework.web.context.request.async.DeferredResult");
        add(When.SUBSCRIBED, Publishers.names().toArray(new String[0]));
        add(When.CALLED, "java.util.concurrent.Callable", "java.util.function.Supplier");
        add(
                When.COMPLETED,
                "java.util.concurrent.Future",
                "java.util.concurrent.FutureTask",
                "java.util.concurrent.RunnableFuture",
                "java.util.concurrent.ScheduledFuture",
                "java.util.concurrent.RunnableScheduledFuture",
                "java.util.concurrent.ForkJoinTask",
                "java.util.concurrent.RecursiveAction",
                "java.util.concurrent.RecursiveTask",
                "java.util.concurrent.CountedCompleter",
                "org.springframework.web.context.request.async.WebAsyncTask",
                "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
                "javax.servlet.AsyncContext",
                "jakarta.servlet.AsyncContext",
                "io.netty.util.concurrent.Future",
                "io.vertx.core.Future",
                "io.vavr.concurrent.Future",
                "kotlinx.coroutines.Job",
                "kotlinx.coroutines.Deferred",
                "scala.concurrent.Future",
                "com.twitter.util.Future");
        add(
                When.UNGUARDED,
                "java.util.concurrent.Flow$Processor",
                "java.util.concurrent.SubmissionPublisher",
                "rx.Observable",
                "rx.Single",
                "rx.Completable",
                "kotlinx.coroutines.flow.Flow",
                "akka.stream.javadsl.Source",
                "org.apache.pekko.stream.javadsl.Source");
        add(
                When.USED,
                "java.util.stream.BaseStream",
                "java.util.stream.Stream",
                "java.util.stream.IntStream",
                "java.util.stream.LongStream",
                "java.util.stream.DoubleStream",
                "java.util.Iterator",
                "java.util.ListIterator",
                "java.util.Spliterator",
                "java.util.Enumeration",
                "java.util.function.Consumer",
                "java.util.function.Function",
                "java.util.function.BiFunction",
                "java.lang.Runnable",
                "java.lang.Thread",
                "kotlin.jvm.functions.Function0",
                "kotlin.jvm.functions.Function1",
                "kotlin.sequences.Sequence",
                "scala.Function0",
                "com.google.common.base.Supplier",
                "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
                "javax.ws.rs.core.StreamingOutput",
                "jakarta.ws.rs.core.StreamingOutput");
    }

    private static void add(When when, String... names) {
        for (String name : names) {
            TABLE.put(name, when);
        }
    }

    private LaterTypes() {}

    /** When the lock of a method of this return type ends; null: when it returns. */
    static ResultKind kindOf(String returnType, TypeSource types) {
        When when = of(returnType, types);
        if (when == When.SUBSCRIBED) {
            return ResultKind.SUBSCRIBED;
        }
        return when == When.FOLLOWED ? ResultKind.FOLLOWED : when == When.CALLED ? ResultKind.CALLED : null;
    }

    /** Null where the work of a method that returns this type is done by then. */
    public static When of(String returnType, TypeSource types) {
        When when = TABLE.get(returnType);
        return when == null ? inherited(returnType, types, new HashSet<String>()) : when;
    }

    /** Whether a value of this return type may be one of those, or hides one, so that it must be looked at. */
    public static boolean isPassed(String returnType, TypeSource types) {
        When when = of(returnType, types);
        return when == When.FOLLOWED
                || when == When.COMPLETED
                || when == When.CALLED
                || when == When.SUBSCRIBED
                || returnType.equals("java.lang.Object");
    }

    /** The JDK's own are all in the table, so none of their files is read. */
    private static When inherited(String name, TypeSource types, Set<String> seen) {
        if (name.indexOf('.') < 0 || name.endsWith("[]") || Unlockable.isOfJdk(name) || !seen.add(name)) {
            return null;
        }
        TypeShape type = types.find(name);
        if (type == null) {
            return null;
        }
        When when = type.superName() == null ? null : above(type.superName(), types, seen);
        for (String each : type.interfaceNames()) {
            when = when == null ? above(each, types, seen) : when;
        }
        return when;
    }

    private static When above(String name, TypeSource types, Set<String> seen) {
        When when = TABLE.get(name);
        if (when == When.SUBSCRIBED) {
            return When.UNGUARDED;
        }
        return when != null && when.subtypes ? when : inherited(name, types, seen);
    }
}

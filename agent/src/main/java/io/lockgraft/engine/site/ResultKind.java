package io.lockgraft.engine.site;

import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.Publishers;
import io.lockgraft.language.type.TypeShape;
import io.lockgraft.language.type.TypeSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * When the work of a result is done that a method returns before that, and whether the hold goes on until then: by the
 * names of types, and their subtypes.
 */
public enum ResultKind {
    /** When it is completed. */
    FOLLOWED(
            "when the %s that it returns is completed",
            "the work may go on until that is completed",
            "java.util.concurrent: CompletionStage CompletableFuture",
            "com.google.common.util.concurrent: ListenableFuture FluentFuture SettableFuture",
            "org.springframework.util.concurrent: ListenableFuture",
            "org.springframework.web.context.request.async: DeferredResult"),
    /** With each subscription anew, and not before the first. What a subtype can do beside, no guard could. */
    SUBSCRIBED(
            "with each subscription of the %s that it returns",
            "the work is done for each subscriber after that",
            Publishers.names().toArray(new String[0])),
    UNGUARDED(
            null,
            "the work is done for each subscriber after that",
            "java.util.concurrent: Flow$Processor SubmissionPublisher",
            "rx: Observable Single Completable",
            "kotlinx.coroutines.flow: Flow",
            "akka.stream.javadsl: Source",
            "org.apache.pekko.stream.javadsl: Source"),
    COMPLETED(
            null,
            "the work may go on until that is completed",
            "java.util.concurrent: Future FutureTask RunnableFuture ScheduledFuture RunnableScheduledFuture",
            "java.util.concurrent: ForkJoinTask RecursiveAction RecursiveTask CountedCompleter",
            "org.springframework.web.context.request.async: WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation: ResponseBodyEmitter",
            "javax.servlet: AsyncContext",
            "jakarta.servlet: AsyncContext",
            "io.netty.util.concurrent: Future",
            "io.vertx.core: Future",
            "io.vavr.concurrent: Future",
            "kotlinx.coroutines: Job Deferred",
            "scala.concurrent: Future",
            "com.twitter.util: Future"),
    /** Each time that it is called. */
    CALLED(
            "with each call of the %s that it returns, and with the method",
            "what is done as that is called is done without the lock",
            "java.util.concurrent: Callable",
            "java.util.function: Supplier"),
    USED(
            null,
            "what is done as that is used is done without the lock",
            "java.util.stream: BaseStream Stream IntStream LongStream DoubleStream",
            "java.util: Iterator ListIterator Spliterator Enumeration",
            "java.util.function: Consumer Function BiFunction",
            "java.lang: Runnable Thread",
            "kotlin.jvm.functions: Function0 Function1",
            "kotlin.sequences: Sequence",
            "scala: Function0",
            "com.google.common.base: Supplier",
            "org.springframework.web.servlet.mvc.method.annotation: StreamingResponseBody",
            "javax.ws.rs.core: StreamingOutput",
            "jakarta.ws.rs.core: StreamingOutput");

    /** Filled as the kinds are made. */
    private static final class Table {
        private static final Map<String, ResultKind> KINDS = new HashMap<>();
    }

    private final String end;
    private final String after;

    /**
     * @param end where the hold ends, with the type's name; null where that is not seen: it ends with the method
     * @param after what goes on once the method has returned
     * @param names of types: each by itself, or those of one package behind that
     */
    ResultKind(String end, String after, String... names) {
        this.end = end;
        this.after = after;
        for (String each : names) {
            int colon = each.indexOf(':');
            String inPackage = colon < 0 ? "" : each.substring(0, colon) + '.';
            for (String type : each.substring(colon < 0 ? 0 : colon + 2).split(" ")) {
                Table.KINDS.put(inPackage + type, this);
            }
        }
    }

    /** True if the hold goes on until it is done. */
    public boolean isSeen() {
        return end != null;
    }

    /** Names where the hold ends then: {@code when the CompletableFuture that it returns is completed}. */
    public String end(String returnType) {
        int simple = Math.max(returnType.lastIndexOf('.'), returnType.lastIndexOf('$')) + 1;
        return String.format(end, returnType.substring(simple));
    }

    /** Clause that names what goes on once the method has returned. */
    public String after() {
        return after;
    }

    /** Null where the work of a method that returns this type is done by then. */
    public static ResultKind of(String returnType, TypeSource types) {
        ResultKind kind = Table.KINDS.get(returnType);
        return kind == null ? inherited(returnType, types, new HashSet<String>()) : kind;
    }

    /** True if a value of this return type may be one of those, or hides one, so that it must be looked at. */
    public static boolean isPassed(String returnType, TypeSource types) {
        ResultKind kind = of(returnType, types);
        return kind == COMPLETED || kind != null && kind.isSeen() || returnType.equals("java.lang.Object");
    }

    /** The JDK's own are all in the table, so none of their files is read. */
    private static ResultKind inherited(String name, TypeSource types, Set<String> seen) {
        if (name.indexOf('.') < 0 || name.endsWith("[]") || Unlockable.isOfJdk(name) || !seen.add(name)) {
            return null;
        }
        TypeShape type = types.find(name);
        if (type == null) {
            return null;
        }
        ResultKind kind = type.superName() == null ? null : above(type.superName(), types, seen);
        for (String each : type.interfaceNames()) {
            kind = kind == null ? above(each, types, seen) : kind;
        }
        return kind;
    }

    private static ResultKind above(String name, TypeSource types, Set<String> seen) {
        ResultKind kind = Table.KINDS.get(name);
        if (kind == SUBSCRIBED) {
            return UNGUARDED;
        }
        // Many classes of applications implement these beside what they are; so no subtype counts.
        boolean counts = kind != null && kind != CALLED && kind != USED;
        return counts ? kind : inherited(name, types, seen);
    }
}

package io.lockgraft.language.type;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** The types of results that only describe their work, and do it for each subscription: by name, without subtypes. */
public final class Publishers {
    public static final String REACTIVE_STREAMS = "org.reactivestreams.Publisher";
    public static final String FLOW = "java.util.concurrent.Flow$Publisher";

    private static final Set<String> NAMES = new HashSet<>(Arrays.asList(
            REACTIVE_STREAMS,
            FLOW,
            "reactor.core.publisher.Mono",
            "reactor.core.publisher.Flux",
            "io.reactivex.Observable",
            "io.reactivex.Flowable",
            "io.reactivex.Single",
            "io.reactivex.Maybe",
            "io.reactivex.Completable",
            "io.reactivex.rxjava3.core.Observable",
            "io.reactivex.rxjava3.core.Flowable",
            "io.reactivex.rxjava3.core.Single",
            "io.reactivex.rxjava3.core.Maybe",
            "io.reactivex.rxjava3.core.Completable",
            "io.smallrye.mutiny.Uni",
            "io.smallrye.mutiny.Multi"));

    private Publishers() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(NAMES);
    }

    public static boolean contain(String type) {
        return NAMES.contains(type);
    }

    /** True for a type that always gives an item, or fails. */
    public static boolean isNeverEmpty(String type) {
        return type.equals("io.reactivex.Single") || type.equals("io.reactivex.rxjava3.core.Single");
    }

    /** True for a type that never gives an item. */
    public static boolean isAlwaysEmpty(String type) {
        return type.equals("io.reactivex.Completable") || type.equals("io.reactivex.rxjava3.core.Completable");
    }
}

package io.lockgraft.engine;

import java.util.concurrent.Flow;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The types of reactive libraries, each made of a Mono, and subscribed to as a publisher. */
public enum ReactiveType {
    MONO {
        @Override
        public Object of(Mono<Object> work) {
            return work;
        }
    },
    FLUX {
        @Override
        public Object of(Mono<Object> work) {
            return work.flux();
        }
    },
    PUBLISHER {
        @Override
        public Object of(Mono<Object> work) {
            return (Publisher<Object>) work::subscribe;
        }
    },
    FLOW_PUBLISHER {
        @Override
        public Object of(Mono<Object> work) {
            return FlowAdapters.toFlowPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return FlowAdapters.toPublisher((Flow.Publisher<?>) its);
        }
    },
    FLOWABLE_2 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.Flowable.fromPublisher(work);
        }
    },
    OBSERVABLE_2 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.Observable.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.Observable<?>) its).toFlowable(io.reactivex.BackpressureStrategy.BUFFER);
        }
    },
    SINGLE_2 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.Single.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.Single<?>) its).toFlowable();
        }
    },
    MAYBE_2 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.Flowable.fromPublisher(work).singleElement();
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.Maybe<?>) its).toFlowable();
        }
    },
    COMPLETABLE_2 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.Completable.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.Completable) its).toFlowable();
        }
    },
    FLOWABLE_3 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.rxjava3.core.Flowable.fromPublisher(work);
        }
    },
    OBSERVABLE_3 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.rxjava3.core.Observable.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.rxjava3.core.Observable<?>) its)
                    .toFlowable(io.reactivex.rxjava3.core.BackpressureStrategy.BUFFER);
        }
    },
    SINGLE_3 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.rxjava3.core.Single.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.rxjava3.core.Single<?>) its).toFlowable();
        }
    },
    MAYBE_3 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.rxjava3.core.Maybe.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.rxjava3.core.Maybe<?>) its).toFlowable();
        }
    },
    COMPLETABLE_3 {
        @Override
        public Object of(Mono<Object> work) {
            return io.reactivex.rxjava3.core.Completable.fromPublisher(work);
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return ((io.reactivex.rxjava3.core.Completable) its).toFlowable();
        }
    },
    UNI {
        @Override
        public Object of(Mono<Object> work) {
            return io.smallrye.mutiny.Uni.createFrom().publisher(FlowAdapters.toFlowPublisher(work));
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return FlowAdapters.toPublisher(((io.smallrye.mutiny.Uni<?>) its).toMulti());
        }
    },
    MULTI {
        @Override
        public Object of(Mono<Object> work) {
            return io.smallrye.mutiny.Multi.createFrom().publisher(FlowAdapters.toFlowPublisher(work));
        }

        @Override
        public Publisher<?> publisher(Object its) {
            return FlowAdapters.toPublisher((io.smallrye.mutiny.Multi<?>) its);
        }
    };

    /** Methods of each type, named as it. */
    public static final class Shop {
        static Mono<?> mono(String order) {
            return null;
        }

        static Flux<?> flux(String order) {
            return null;
        }

        static Publisher<?> publisher(String order) {
            return null;
        }

        static Flow.Publisher<?> flow_publisher(String order) {
            return null;
        }

        static io.reactivex.Flowable<?> flowable_2(String order) {
            return null;
        }

        static io.reactivex.Observable<?> observable_2(String order) {
            return null;
        }

        static io.reactivex.Single<?> single_2(String order) {
            return null;
        }

        static io.reactivex.Maybe<?> maybe_2(String order) {
            return null;
        }

        static io.reactivex.Completable completable_2(String order) {
            return null;
        }

        static io.reactivex.rxjava3.core.Flowable<?> flowable_3(String order) {
            return null;
        }

        static io.reactivex.rxjava3.core.Observable<?> observable_3(String order) {
            return null;
        }

        static io.reactivex.rxjava3.core.Single<?> single_3(String order) {
            return null;
        }

        static io.reactivex.rxjava3.core.Maybe<?> maybe_3(String order) {
            return null;
        }

        static io.reactivex.rxjava3.core.Completable completable_3(String order) {
            return null;
        }

        static io.smallrye.mutiny.Uni<?> uni(String order) {
            return null;
        }

        static io.smallrye.mutiny.Multi<?> multi(String order) {
            return null;
        }

        static Object any(String order) {
            return null;
        }

        static Flux<?> fluxInstead(String order) {
            return Flux.just("a", "b");
        }

        static Flux<?> fluxOr(String order) {
            return null;
        }
    }

    public abstract Object of(Mono<Object> work);

    public Publisher<?> publisher(Object its) {
        return (Publisher<?>) its;
    }

    public String method() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether its items arrive while the lock is held. */
    public boolean isStream() {
        return name().matches("FLUX|.*PUBLISHER|FLOWABLE.*|OBSERVABLE.*|MULTI");
    }

    public boolean isNeverEmpty() {
        return name().startsWith("SINGLE");
    }

    public boolean isAlwaysEmpty() {
        return name().startsWith("COMPLETABLE");
    }
}

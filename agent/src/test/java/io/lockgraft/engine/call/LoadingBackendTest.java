package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.NothingStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that come while the backend is still loading: their wait begins when that is over. */
@Timeout(60)
@FailsWithout("`Gates#awaitLoaded` and `LockEngine#load` take the loading of the client out of a call's wait")
final class LoadingBackendTest {
    static final class Shop {
        static void pay(String order) {}
    }

    /** Answers nothing until the test lets its loading end. */
    private static final class Loading implements LockStore {
        private final LockStore loaded = new NothingStore();
        private final CompletableFuture<Void> loading = new CompletableFuture<>();
        private final AtomicInteger loads = new AtomicInteger();

        @Override
        public CompletableFuture<?> load() {
            loads.incrementAndGet();
            return loading;
        }

        @Override
        public Attempt acquire(Request request) {
            return loading.isDone() ? loaded.acquire(request) : new Silence();
        }

        @Override
        public long questionNanos() {
            return 0;
        }

        @Override
        public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
            return loaded.renew(grants);
        }

        @Override
        public void close() {}
    }

    private static final class Silence implements Attempt {
        @Override
        public CompletableFuture<Answer> answer() {
            return new CompletableFuture<>();
        }

        @Override
        public boolean isContended() {
            return false;
        }

        @Override
        public void abandon() {}
    }

    private final Loading backend = new Loading();
    private final Sites sites = new Sites();
    private LockEngine engine = Engines.of(sites, () -> backend, Access.NONE);
    private int site;

    @BeforeEach
    void site() {
        site = Woven.add(
                sites,
                Woven.rule("PAY:{p0}").waiting(Duration.ZERO).build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** What the call got: its token, or what it threw. */
    private Object call() {
        try {
            Object token = engine.enter(site, null, new Object[] {"42"});
            Woven.exit(token, null);
            return token;
        } catch (Throwable e) {
            return e;
        }
    }

    private void waitsForTheLoading(Thread caller) {
        await().until(() -> backend.loads.get() == 1 && caller.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void aCallThatTriesOnceWaitsForAsLongAsTheLoadingTakes() throws Exception {
        CompletableFuture<Object> got = new CompletableFuture<>();
        Thread caller = new Thread(() -> got.complete(call()));
        caller.start();

        waitsForTheLoading(caller);
        backend.loading.complete(null);

        assertThat(got.get(30, TimeUnit.SECONDS)).isInstanceOf(EnteredCall.class);
    }

    @Test
    void noneThatComesLaterAsksForItAgain() {
        backend.loading.complete(null);

        assertThat(call()).isInstanceOf(EnteredCall.class);
        assertThat(call()).isInstanceOf(EnteredCall.class);

        assertThat(backend.loads).hasValue(1);
    }

    @Test
    void whereTheStoreCouldNotBeReachedTheCallFindsOutForItself() {
        backend.loading.completeExceptionally(new IllegalStateException("it was not there"));

        assertThat(call()).isInstanceOf(EnteredCall.class);
    }

    @Test
    void aLoadingThatTakesTooLongIsWaitedForNoLonger() {
        Supplier<LockStore> loading = () -> backend;
        engine = Engines.of(sites, loading, Access.NONE, Engines.NO_CLASSES, TimeUnit.MILLISECONDS.toNanos(50));

        assertThat(call()).isInstanceOf(LockUnavailableException.class);
        assertThat(call()).isInstanceOf(LockUnavailableException.class);

        assertThat(backend.loads).hasValue(1);
    }

    @Test
    void anInterruptEndsTheWaitForTheLoading() throws Exception {
        CompletableFuture<Object> got = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            got.complete(call());
            flag.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();

        waitsForTheLoading(caller);
        caller.interrupt();

        assertThat(got.get(30, TimeUnit.SECONDS)).isInstanceOf(LockInterruptedException.class);
        assertThat(flag.get(30, TimeUnit.SECONDS)).as("the interrupt is kept").isTrue();
    }
}

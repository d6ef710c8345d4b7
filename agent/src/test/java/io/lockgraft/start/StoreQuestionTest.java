package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.rules.LogSettings;
import io.lockgraft.rules.Manage;
import io.lockgraft.rules.Rules;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.file.FileStore;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether a store that is down is back, although no call asks it. */
@Timeout(60)
class StoreQuestionTest {
    private static final long NEVER_AGAIN = Long.MAX_VALUE;

    /** A store that can be read. When it says who gets a lock, and whether, is the test's. */
    static final class AskedStore extends FaultyStore {
        final List<Request> requests = new CopyOnWriteArrayList<>();
        final List<CompletableFuture<Answer>> answers = new CopyOnWriteArrayList<>();

        AskedStore(FaultyServer server) {
            super(server);
        }

        @Override
        public Attempt acquire(Request request) {
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            requests.add(request);
            answers.add(answer);
            return AttemptDouble.later(answer);
        }

        /** Asks its server now. */
        void answer(int number) {
            super.acquire(requests.get(number)).answer().thenAccept(answers.get(number)::complete);
        }

        @Override
        public CompletableFuture<List<StoredLock>> locks(String key) {
            return CompletableFuture.completedFuture(Collections.emptyList());
        }
    }

    /** A store of the rules file that keeps these kinds of lock. */
    static final class Keeping implements StoreConfiguration {
        private final LockKind[] kinds;

        Keeping(LockKind... kinds) {
            this.kinds = kinds;
        }

        @Override
        public Capabilities capabilities() {
            return FaultyStore.CAPABILITIES.without(LockKind.values()).keeping(kinds);
        }

        @Override
        public LockStore open(StoreContext context) {
            throw new UnsupportedOperationException("the test has opened it");
        }
    }

    private final FaultyServer server = new FaultyServer();
    private final AskedStore store = new AskedStore(server);
    private final Stores stores = Engines.stores(() -> store, LockEngine.LONGEST_LOADING);
    private final Woven woven = new Woven();

    static final class Shop {
        static void pay(String order) {}
    }

    @BeforeEach
    void aCallFindsItDown() {
        int site = woven.site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO).build(), Shop.class, "pay");
        woven.backend.broken = new IllegalStateException("it does not answer");
        assertThatThrownBy(() -> woven.call(site, null, () -> null, "42")).isInstanceOf(LockUnavailableException.class);
        assertThat(isUp()).isFalse();
    }

    @AfterEach
    void close() {
        stores.close();
        woven.close();
    }

    @Test
    @FailsWithout("`StoreQuestion#accept` asks nothing while the last question has no answer")
    void aStoreThatAnswersNothingIsAskedOnce() {
        StoreQuestion question = question("", 0, LockKind.EXCLUSIVE);
        question.accept("");
        await().until(() -> store.answers.size() == 1);
        question.accept("");
        question.accept("");
        assertThat(store.requests).hasSize(1);

        store.answer(0);
        await().until(() -> {
            question.accept("");
            return store.requests.size() == 2;
        });
    }

    private boolean isUpWhenAsked(StoreQuestion question) {
        question.accept("");
        return isUp();
    }

    private boolean isUp() {
        return woven.sites.store("").isUp();
    }

    private StoreQuestion question(String namespace, long pause, LockKind... kinds) {
        return new StoreQuestion(stores, rules(namespace, new Keeping(kinds)), woven.sites, pause);
    }

    static Rules rules(String namespace, StoreConfiguration store) {
        return new Rules(
                "rules.yaml",
                namespace,
                Collections.singletonMap("", store),
                Collections.emptyList(),
                true,
                LogSettings.STDERR,
                Manage.USUAL,
                false,
                Collections.emptyList(),
                Collections.emptyList(),
                Collections.emptyList(),
                Collections.emptyList());
    }

    @Test
    @FailsWithout("`StoreQuestion#ask` takes a lock, and does not only look at one")
    void aStoreThatGrantsALockIsBackAndHasTheLockAgain() {
        question("shop", NEVER_AGAIN, LockKind.values()).accept("");
        await().until(() -> store.answers.size() == 1);
        assertThat(store.requests.get(0).keys()).containsExactly("shop:lockgraft:healthz");
        assertThat(store.requests.get(0).kind()).isEqualTo(LockKind.EXCLUSIVE);
        assertThat(store.requests.get(0).waits()).isFalse();
        assertThat(isUp()).as("before it has answered").isFalse();

        store.answer(0);

        await().until(this::isUp);
        await().until(() -> server.held().isEmpty());
        assertThat(store.grants).hasValue(1);
        assertThat(store.releases).hasValue(1);
    }

    @Test
    void aKeyThatAnotherJvmHasIsAnAnswer() {
        question("", NEVER_AGAIN, LockKind.SEMAPHORE).accept("");
        await().until(() -> store.answers.size() == 1);
        assertThat(store.requests.get(0).keys()).containsExactly("lockgraft:healthz");
        assertThat(store.requests.get(0).kind()).as("it keeps no other").isEqualTo(LockKind.SEMAPHORE);

        store.answers.get(0).complete(Answer.busy());

        await().until(this::isUp);
    }

    @Test
    void aStoreThatGrantsNothingIsDownHoweverWellItCanBeReadAndAskedAgainLater() {
        StoreQuestion question = question("shop", 0, LockKind.values());
        question.accept("");
        await().until(() -> store.answers.size() == 1);
        store.answers.get(0).complete(Answer.unavailable(new IllegalStateException("READONLY")));
        question.accept("");
        await().until(() -> store.answers.size() == 2);
        store.answers.get(1).complete(Answer.refused(new IllegalStateException("NOSPACE")));
        assertThat(isUp()).isFalse();

        question.accept("");

        await().until(() -> store.answers.size() == 3);
        store.answer(2);
        await().until(this::isUp);
    }

    @Test
    void whateverAsksHowOftenTheStoreIsAskedOnce() {
        StoreQuestion question = question("shop", NEVER_AGAIN, LockKind.values());
        question.accept("");
        await().until(() -> store.answers.size() == 1);
        question.accept("");
        question.accept("");

        assertThat(store.answers).hasSize(1);
    }

    /** Completes {@code first} with the first answer of the store. */
    private LockStore listened(LockStore store, CompletableFuture<Answer> first) {
        return (LockStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {LockStore.class}, (self, method, arguments) -> {
                    Object said = method.invoke(store, arguments);
                    if (said instanceof Attempt) {
                        ((Attempt) said).answer().thenAccept(first::complete);
                    }
                    return said;
                });
    }

    @Test
    void filesWhoseFolderIsGoneAreDownUntilItIsThere(@TempDir Path folder) throws Exception {
        File mount = folder.resolve("mount").toFile();
        CompletableFuture<Answer> first = new CompletableFuture<>();
        LockStore files = listened(new FileStore(new TestContext(), new File(mount, "locks")), first);
        Stores ofFiles = Engines.stores(() -> files, LockEngine.LONGEST_LOADING);
        try {
            StoreQuestion question =
                    new StoreQuestion(ofFiles, rules("shop", new Keeping(LockKind.EXCLUSIVE)), woven.sites, 0);
            question.accept("");
            assertThat(first.get(30, TimeUnit.SECONDS).cause()).hasMessageContaining("is no folder");
            assertThat(isUp()).isFalse();

            assertThat(mount.mkdir()).isTrue();
            await().until(() -> isUpWhenAsked(question));
        } finally {
            ofFiles.close();
        }
    }

    @Test
    @FailsWithout("`StoreQuestion#ask` takes a lock, and does not only look at one")
    void aRedisThatIsReadAndNotWrittenIsDownUntilItGrantsALock() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            RedisSettings settings =
                    RedisSettings.of(Topology.single(redis.address())).build();
            CompletableFuture<Answer> first = new CompletableFuture<>();
            LockStore onRedis = listened(new RedisStore(new TestContext(), settings), first);
            Stores ofRedis = Engines.stores(() -> onRedis, LockEngine.LONGEST_LOADING);
            try {
                StoreQuestion question =
                        new StoreQuestion(ofRedis, rules("shop", new Keeping(LockKind.EXCLUSIVE)), woven.sites, 0);
                redis.command("CONFIG", "SET", "min-replicas-to-write", "1");
                onRedis.load().get(30, TimeUnit.SECONDS); // or it answers before it is connected
                question.accept("");
                assertThat(first.get(30, TimeUnit.SECONDS).cause()).hasMessageContaining("NOREPLICAS");
                assertThat(onRedis.locks("shop:lockgraft:healthz").get(30, TimeUnit.SECONDS))
                        .isEmpty();
                assertThat(isUp()).isFalse();

                redis.command("CONFIG", "SET", "min-replicas-to-write", "0");
                await().until(() -> isUpWhenAsked(question));
                await().until(() -> redis.keys("shop:*").isEmpty());
            } finally {
                ofRedis.close();
            }
        }
    }
}

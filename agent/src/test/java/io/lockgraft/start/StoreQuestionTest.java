package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether a store that is down is back, although no call asks it. */
class StoreQuestionTest {
    private static final long NEVER_AGAIN = Long.MAX_VALUE;

    /** A store whose answers the test gives. */
    private static final class AskedStore extends FaultyStore {
        final List<CompletableFuture<List<StoredLock>>> answers = new CopyOnWriteArrayList<>();
        final List<String> keys = new CopyOnWriteArrayList<>();

        AskedStore() {
            super(new FaultyServer());
        }

        @Override
        public CompletableFuture<List<StoredLock>> locks(String key) {
            CompletableFuture<List<StoredLock>> answer = new CompletableFuture<>();
            keys.add(key);
            answers.add(answer);
            return answer;
        }
    }

    private final AskedStore store = new AskedStore();
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
        assertThat(woven.sites.store("").isUp()).isFalse();
    }

    @AfterEach
    void close() {
        stores.close();
        woven.close();
    }

    @Test
    void aStoreThatAnswersIsBack() {
        new StoreQuestion(stores, "shop", woven.sites, NEVER_AGAIN).accept("");
        await().until(() -> store.answers.size() == 1);
        assertThat(store.keys).containsExactly("shop:lockgraft-healthz");
        assertThat(woven.sites.store("").isUp()).isFalse();

        store.answers.get(0).complete(Collections.emptyList());

        await().until(() -> woven.sites.store("").isUp());
    }

    @Test
    void oneThatDoesNotIsDownAndAskedAgainLater() {
        StoreQuestion question = new StoreQuestion(stores, "", woven.sites, 0);
        question.accept("");
        await().until(() -> store.answers.size() == 1);
        assertThat(store.keys).containsExactly("lockgraft-healthz");
        store.answers.get(0).completeExceptionally(new IllegalStateException("no answer in time"));
        assertThat(woven.sites.store("").isUp()).isFalse();

        question.accept("");

        await().until(() -> store.answers.size() == 2);
    }

    @Test
    void whateverAsksHowOftenTheStoreIsAskedOnce() {
        StoreQuestion question = new StoreQuestion(stores, "shop", woven.sites, NEVER_AGAIN);
        question.accept("");
        await().until(() -> store.answers.size() == 1);
        question.accept("");
        question.accept("");

        assertThat(store.answers).hasSize(1);
    }

    @Test
    void aStoreThatCannotTellIsLeftToItsNextCall() {
        new StoreQuestion(stores, "shop", woven.sites, NEVER_AGAIN).accept("");
        await().until(() -> store.answers.size() == 1);

        store.answers.get(0).completeExceptionally(new UnsupportedOperationException("it does not tell"));

        await().until(() -> woven.sites.store("").isUp());
    }
}

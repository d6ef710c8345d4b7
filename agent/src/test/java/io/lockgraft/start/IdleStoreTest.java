package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.start.StoreQuestionTest.AskedStore;
import io.lockgraft.start.StoreQuestionTest.Keeping;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is known of a store that no call asks. */
@Timeout(60)
class IdleStoreTest {
    private static final IllegalStateException GONE = new IllegalStateException("gone");

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final AskedStore store = new AskedStore(new FaultyServer());
    private final Stores stores = Engines.stores(() -> store, LockEngine.LONGEST_LOADING);
    private final Woven woven = new Woven();
    private final StoreQuestion question =
            new StoreQuestion(stores, StoreQuestionTest.rules("shop", new Keeping(LockKind.EXCLUSIVE)), woven.sites, 0);

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        stores.close();
        woven.close();
    }

    private boolean isUp() {
        return woven.sites.store("").isUp();
    }

    private List<String> warnings() {
        return log.lines().filter(line -> line.contains("the lock server")).toList();
    }

    private void isAsked(int number) {
        question.accept("");
        await().until(() -> store.answers.size() == number);
    }

    @Test
    @FailsWithout("`StoreQuestion` tells a store down that does not answer it")
    void aStoreThatGoesIsDownAndToldOnceEachWay() {
        isAsked(1);
        store.answers.get(0).complete(Answer.unavailable(GONE));
        await().until(() -> !isUp());
        isAsked(2);
        store.answers.get(1).completeExceptionally(GONE);
        isAsked(3);
        store.answer(2);
        await().until(this::isUp);

        assertThat(warnings()).hasSize(2);
        assertThat(warnings().get(0)).endsWith("WARN the lock server does not answer /healthz: gone");
        assertThat(warnings().get(1))
                .contains("WARN the lock server is back after ")
                .endsWith("; no call has needed it");
    }

    @Test
    @FailsWithout("`StoreQuestion#accept` tells a store down whose last question has no answer")
    void aStoreThatHangsIsDown() {
        isAsked(1);
        assertThat(isUp()).isTrue();

        question.accept("");

        assertThat(isUp()).isFalse();
        assertThat(woven.sites.store("").why()).isEqualTo("no answer in 4s");
    }

    @Test
    @FailsWithout("`StoreQuestion` takes no refusal of its own key for an outage")
    void aStoreThatRefusesTheKeyOfTheQuestionIsUp() {
        isAsked(1);
        store.answers.get(0).complete(Answer.refused(new IllegalStateException("NOPERM")));
        isAsked(2);

        assertThat(isUp()).isTrue();
    }

    @Test
    @FailsWithout("`StoreHealth#hasBeenHeard`: a store that answers calls is not asked")
    void aStoreThatHasAnsweredACallIsNotAsked() throws Throwable {
        isAsked(1);
        store.answer(0);
        await().until(() -> store.releases.get() == 1);

        question.accept("");
        assertThat(store.requests).hasSize(1);
        int site = woven.site(Woven.rule("PAY:{p0}").build(), Shop.class, "pay");
        woven.call(site, null, () -> null, "42");
        question.accept("");

        assertThat(store.requests).as("it has answered a call since").hasSize(1);
        isAsked(2);
    }

    @Test
    @FailsWithout("`LockEngine#load` tells a store down that cannot be connected")
    void aStoreThatCannotBeConnectedIsDownUntilItAnswersACall() throws Throwable {
        CompletableFuture<Object> loading = new CompletableFuture<>();
        woven.backend.loading = loading;
        loading.completeExceptionally(new CompletionException(GONE));
        int site = woven.site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO).build(), Shop.class, "pay");

        assertThatThrownBy(() -> woven.engine.load().get()).hasRootCause(GONE);

        assertThat(isUp()).isFalse();
        assertThat(woven.sites.store("").why()).isEqualTo("gone");
        assertThat(warnings()).as("who connects tells it").isEmpty();
        woven.backend.broken = GONE;
        assertThatThrownBy(() -> woven.call(site, null, () -> null, "42")).isInstanceOf(LockUnavailableException.class);
        assertThat(warnings()).hasSize(1);
        assertThat(warnings().get(0)).contains("is down since ").contains("1 rule has locks there. rule 'pay-order'");
        woven.backend.broken = null;
        woven.call(site, null, () -> null, "42");
        assertThat(isUp()).isTrue();
    }
}

package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

    @BeforeEach
    void connect() throws Exception {
        stores.load(loaded -> woven.sites.store(loaded).loaded()).get();
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

    /** The store is connected, so the question reaches it before this returns. */
    private CompletableFuture<Answer> isAsked() {
        int before = store.answers.size();
        question.accept("");
        assertThat(store.answers).hasSize(before + 1);
        return store.answers.get(before);
    }

    @Test
    @FailsWithout("`StoreQuestion` tells a store down that does not answer it")
    void aStoreThatGoesIsDownAndToldOnceEachWay() {
        isAsked().complete(Answer.unavailable(GONE));
        isAsked().completeExceptionally(GONE);
        assertThat(isUp()).isFalse();
        isAsked().complete(Answer.unavailable(null));
        isAsked().complete(Answer.busy());

        assertThat(isUp()).isTrue();
        assertThat(warnings()).hasSize(2);
        assertThat(warnings().get(0)).endsWith(" the lock server does not answer /healthz: gone");
        assertThat(warnings().get(1))
                .contains(" the lock server is back after ")
                .endsWith("; no call has needed it");
    }

    /** This JVM may have stood still meanwhile. */
    @Test
    @FailsWithout("`StoreHealth#questionMissed` takes one question alone for no outage")
    void aQuestionThatIsNotAnsweredOnceIsNoOutage() {
        isAsked().complete(Answer.unavailable(GONE));
        isAsked().complete(Answer.busy());
        isAsked().complete(Answer.unavailable(GONE));

        assertThat(isUp()).isTrue();
    }

    @Test
    @FailsWithout("`StoreQuestion#accept` counts questions that come while the last one has no answer")
    void aStoreThatHangsIsDown() {
        isAsked();
        question.accept("");
        assertThat(isUp()).isTrue();

        question.accept("");

        assertThat(isUp()).isFalse();
        assertThat(store.requests).hasSize(1);
    }

    @Test
    @FailsWithout("`StoreHealth#questionRefused`: a store that refuses this key alone is up, and is back")
    void aStoreThatRefusesTheKeyOfTheQuestionIsUp() {
        Answer refused = Answer.refused(new IllegalStateException("NOPERM"));
        isAsked().complete(refused);
        isAsked().complete(refused);
        assertThat(isUp()).isTrue();
        isAsked().complete(Answer.unavailable(GONE));
        isAsked().complete(Answer.unavailable(GONE));
        assertThat(isUp()).isFalse();

        isAsked().complete(refused);

        assertThat(isUp()).isTrue();
    }

    @Test
    @FailsWithout("`StoreHealth#hasBeenHeard`: a store that answers calls is not asked")
    void aStoreThatHasAnsweredACallIsNotAsked() throws Throwable {
        int site = woven.site(Woven.rule("PAY:{p0}").build(), Shop.class, "pay");
        woven.call(site, null, () -> null, "42");
        question.accept("");
        assertThat(store.requests).isEmpty();

        isAsked().complete(Answer.busy());
        isAsked();
    }

    /** Its own answer comes first: it loads and connects in a time of its own. */
    @Test
    @FailsWithout("`StoreHealth#isAskable`: a question does not begin to connect a store")
    void aStoreThatIsNotConnectedYetIsNotAsked() {
        Woven late = new Woven();
        StoreQuestion early = new StoreQuestion(
                late.stores, StoreQuestionTest.rules("shop", new Keeping(LockKind.EXCLUSIVE)), late.sites, 0);
        early.accept("");
        await().during(Duration.ofMillis(300))
                .until(() -> late.stores.byName().get("").made() == null);

        late.backend.loading = CompletableFuture.failedFuture(GONE);
        assertThat(late.engine.load()).failsWithin(Duration.ofSeconds(20));
        late.backend.broken = GONE;
        await().until(() -> {
            early.accept("");
            return !late.sites.store("").isUp();
        });
        late.close();
    }
}

package io.lockgraft.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.call.EnteredCall;
import io.lockgraft.engine.call.Unlocked;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that a thread makes inside of a call that has their key already, of every kind in every kind. */
@Timeout(60)
final class NestingTest {
    private static final LockKind[] WITHOUT_SEMAPHORE = {
        LockKind.EXCLUSIVE, LockKind.FAIR, LockKind.READ, LockKind.WRITE, LockKind.FENCED
    };

    private final Woven woven = new Woven();

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(LockKind kind) {
        return site(Woven.rule("PAY:{p0}").lock(kind).permits(kind == LockKind.SEMAPHORE ? 3 : 1));
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private Object enter(int site) throws Throwable {
        return woven.engine.enter(site, null, new Object[] {"42"});
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    private static Object hold(Object token) {
        return ((EnteredCall) token).hold();
    }

    /** What the call inside needs, the call around it has: exclusion, and a token where one is needed. */
    private static boolean fits(LockKind inner, LockKind outer) {
        if (outer == LockKind.READ) {
            return inner == LockKind.READ;
        }
        return inner != LockKind.FENCED || outer == LockKind.FENCED;
    }

    @Test
    @FailsWithout("`Nesting#covers` refuses a write inside of a read")
    void everyKindInsideEveryKindSharesItsHoldWithoutARoundTripOrIsRefusedAtOnce() throws Throwable {
        for (LockKind outer : WITHOUT_SEMAPHORE) {
            for (LockKind inner : WITHOUT_SEMAPHORE) {
                String pair = inner + " inside " + outer;
                int acquires = woven.backend.acquires.get();
                Object around = enter(site(outer));
                int site = site(inner);
                if (fits(inner, outer)) {
                    Object inside = enter(site);
                    assertThat(hold(inside)).as(pair).isSameAs(hold(around));
                    Woven.exit(inside, null);
                } else {
                    assertThatThrownBy(() -> enter(site)).as(pair).isInstanceOf(LockRuleException.class);
                }
                assertThat(woven.store.held()).as(pair).containsExactly("shop:PAY:42");
                Woven.exit(around, null);
                assertThat(woven.store.held()).as(pair).isEmpty();
                assertThat(woven.backend.acquires.get() - acquires).as(pair).isEqualTo(1);
            }
        }
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    void aSemaphoreInsideOfItselfTakesOnePermit() throws Throwable {
        int site = site(LockKind.SEMAPHORE);

        Object outer = enter(site);
        Object inner = enter(site);

        assertThat(hold(inner)).isSameAs(hold(outer));
        assertThat(woven.backend.acquires).hasValue(1);
        Woven.exit(inner, null);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42:permits");
        Woven.exit(outer, null);
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aSemaphoreAndAnotherKindOnOneKeyHaveNothingToDoWithEachOther() throws Throwable {
        Object outer = enter(site(LockKind.SEMAPHORE));
        Object inner = enter(site(LockKind.EXCLUSIVE));

        assertThat(woven.store.held()).containsExactly("shop:PAY:42", "shop:PAY:42:permits");
        Woven.exit(inner, null);
        Woven.exit(outer, null);
    }

    @Test
    void aRefusalNamesBothRulesAndSaysWhatToDo() throws Throwable {
        Object outer = woven.engine.enter(
                site(RuleBuilder.named("list-orders")
                        .keys(Woven.rule("PAY:{p0}").build().keys())
                        .namespace("shop")
                        .lock(LockKind.READ)),
                null,
                new Object[] {"42"});

        assertThatThrownBy(() -> enter(site(LockKind.WRITE)))
                .isInstanceOf(LockRuleException.class)
                .hasMessage("rule 'pay-order': io.lockgraft.engine.acquire.NestingTest$Shop.pay(java.lang.String) "
                        + "did not get its"
                        + " lock: it needs shop:PAY:42 with lock: write, inside of a call that has it "
                        + "with lock: read"
                        + " (rule 'list-orders'), and would wait for itself. It did not run. Give rule "
                        + "'list-orders'"
                        + " lock: write, or the two rules different keys");
        assertThat(count(Event.REFUSED)).isEqualTo(1);
        Woven.exit(outer, null);

        Object exclusive = enter(site(LockKind.EXCLUSIVE));
        assertThatThrownBy(() -> enter(site(LockKind.FENCED)))
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("with lock: fenced, inside of a call that has it with lock: exclusive")
                .hasMessageContaining("and so without a token.");
        Woven.exit(exclusive, null);
    }

    @Test
    void aRuleThatFailsOpenRunsWithoutTheLockInstead() throws Throwable {
        Object outer = enter(site(LockKind.READ));

        Object inner = enter(site(Woven.rule("PAY:{p0}").lock(LockKind.WRITE).failOpen(true)));

        assertThat(inner).isSameAs(Unlocked.TOKEN);
        assertThat(count(Event.PROCEEDED)).isEqualTo(1);
        Woven.exit(inner, null);
        Woven.exit(outer, null);
    }

    @Test
    void aReaderReadsAgainAlthoughAWriterWaits() throws Throwable {
        int read = site(LockKind.READ);
        Object outer = enter(read);
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                Woven.exit(enter(site(LockKind.WRITE)), null);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        await().until(() -> woven.backend.acquires.get() == 2);

        Object inner = enter(read);

        assertThat(hold(inner)).isSameAs(hold(outer));
        assertThat(writer.isDone()).isFalse();
        Woven.exit(inner, null);
        Woven.exit(outer, null);
        writer.join();
    }

    @Test
    void anInterruptedThreadNestsAllTheSame() throws Throwable {
        for (LockKind kind : LockKind.values()) {
            Object outer = enter(site(kind));
            Thread.currentThread().interrupt();

            Woven.exit(enter(site(kind)), null);

            assertThat(Thread.interrupted()).as(kind + ": the flag").isTrue();
            Woven.exit(outer, null);
        }
    }
}

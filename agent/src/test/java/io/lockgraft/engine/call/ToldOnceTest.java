package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Woven;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Grant;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a person reads on the log of a rule, and that it is said once. */
final class ToldOnceTest {
    private final Woven woven = new Woven();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        String pay(String order) {
            return order;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private Object pay(int site) throws Throwable {
        return woven.call(site, new Shop(), () -> "paid", "42");
    }

    @Test
    void anUnavailableLockServerUnderProceedIsOneLine() throws Throwable {
        Outcome proceed = new Outcome.Retry(1, Duration.ofMillis(1), Duration.ofMillis(1), Outcome.PROCEED);
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ofMillis(100)).onUnavailable(proceed));
        woven.store.freeze();

        assertThat(pay(site)).isEqualTo("paid");

        assertThat(log.lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("the lock server could not give shop:PAY:42 within")
                .endsWith("It runs without the lock, as the rule says (proceed).");
    }

    @Test
    void anUnavailableLockServerIsToldWhereTheCallThrows() {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ofMillis(100)));
        woven.store.freeze();

        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockUnavailableException.class);

        assertThat(log.lines()).hasSize(1);
    }

    @Test
    void callsThatAreBusyAreOneLineWithRuleAndKey() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO));
        Grant other = new FaultyStore(woven.store)
                .acquire(Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime()))
                .answer()
                .join()
                .grant();

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> pay(site)).isInstanceOf(LockBusyException.class);
        }

        other.release().join();
        assertThat(log.lines())
                .containsExactly("[lockgraft] INFO rule 'pay-order': " + Woven.method(Shop.class, "pay")
                        + " did not get its lock: another call of "
                        + other.request().owner().jvm() + " holds shop:PAY:42.");
    }

    @Test
    void aCheckedExceptionThatTheMethodDoesNotDeclareIsToldOnceForASite() throws Exception {
        Outcome thrown = new Outcome.ThrowOwn(IOException.class.getName(), null);
        int site = site(Woven.rule("PAY:{p0}").onBusy(thrown).onUnavailable(thrown));
        CyclicBarrier together = new CyclicBarrier(8);
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(CompletableFuture.runAsync(
                    () -> {
                        try {
                            together.await();
                            pay(site);
                        } catch (Throwable e) {
                            throw new AssertionError(e);
                        }
                    },
                    call -> new Thread(call).start()));
        }
        for (CompletableFuture<Void> call : calls) {
            call.get(60, TimeUnit.SECONDS);
        }

        assertThat(log.lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("WARN rules.yaml:1:1: rule 'pay-order': ")
                .contains("does not declare java.io.IOException, which its rule throws");
    }
}

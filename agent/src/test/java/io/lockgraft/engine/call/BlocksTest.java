package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.LockedBlock;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.later.OpenBodies;
import io.lockgraft.engine.site.BlockSites;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Rules;
import io.lockgraft.rules.read.RulesFile;
import io.lockgraft.spi.settings.Environment;
import io.lockgraft.store.BundledStores;
import io.lockgraft.testing.Shows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program gets that asks for a rule by its name. */
@Shows("code that may be changed locks a block by a rule's name, beside locked methods with the same key")
class BlocksTest {
    @TempDir
    Path folder;

    private Woven woven;

    @BeforeEach
    void open() throws Exception {
        woven = new Woven(rules("""
                - {name: pay-order, argument: dto, key: 'PAY:{dto.orderNo}', wait: 0, onMissingKey: {return: none}}
                - {name: skipping, argument: dto, key: 'PAY:{dto.orderNo}', wait: 0, onBusy: {return: 7}}
                - {name: own, argument: dto, key: 'PAY:{dto.orderNo}', wait: 0,
                   onBusy: {throw: io.lockgraft.engine.call.BlocksTest$Busy, message: 'order {dto.orderNo}'}}
                - {name: some, argument: dto, key: 'PAY:{dto.orderNo}', when: 'dto.orderNo != "free"', wait: 0}
                - {name: several, argument: dto, key: 'PAY:{dto.orderNo}', wait: 0,
                   onBusy: {throw: java.lang.IllegalStateException},
                   onUnavailable: {throw: io.lockgraft.engine.call.BlocksTest$Busy},
                   onMissingKey: {throw: com.shop.Absent}}
                - {name: nightly, method: com.shop.Night.run, key: NIGHT, wait: 0}
                - {name: throwing, argument: key, key: '{key}', onLost: throw}
                - {name: of-method, method: com.shop.PayService.pay, key: 'PAY:{dto.orderNo}', wait: 0}
                """));
        LockGate.open(woven.engine);
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private Rules rules(String rules) throws Exception {
        Path file = Files.writeString(
                folder.resolve("rules.yaml"),
                "namespace: shop\nredis: {address: 'redis://127.0.0.1:1'}\nrules:\n" + rules.indent(2));
        return RulesFile.read(file.toFile(), Environment.PROCESS, BundledStores.providers());
    }

    public static final class Dto {
        public final String orderNo;

        Dto(String orderNo) {
            this.orderNo = orderNo;
        }
    }

    /** An outcome of the application's. */
    public static final class Busy extends Exception {
        private static final long serialVersionUID = 1L;

        public Busy(String message) {
            super(message);
        }
    }

    /** Asks as {@code io.lockgraft.api.Locks} does, which finds these classes by the bootstrap loader. */
    private static final class Program {
        @SuppressWarnings("unchecked")
        static <T> T call(String rule, Object argument, Callable<T> body) throws Exception {
            try {
                return (T) LockedBlock.call(rule, "call", argument, body);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        static void run(String rule, Object argument, Runnable body) throws Exception {
            try {
                LockedBlock.call(rule, "run", argument, body);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        static Held lock(String key, String rule) throws Exception {
            try {
                Object token = LockedBlock.lock(key, rule);
                return () -> {
                    try {
                        LockedBlock.unlock(token);
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                };
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        interface Held extends AutoCloseable {
            @Override
            void close();
        }
    }

    private static Dto order(String number) {
        return new Dto(number);
    }

    /** What another thread gets that asks while this one is inside. */
    private static Object elsewhere(Callable<?> asks) throws Throwable {
        try {
            return CompletableFuture.supplyAsync(() -> {
                        try {
                            return (Object) asks.call();
                        } catch (Exception e) {
                            throw new CompletionException(e);
                        }
                    })
                    .get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    @Test
    void aBlockRunsUnderTheKeyThatItsArgumentMakes() throws Exception {
        Object paid = Program.call("pay-order", order("42"), () -> {
            assertThatThrownBy(() -> elsewhere(() -> Program.call("pay-order", order("42"), () -> "too")))
                    .isInstanceOf(LockBusyException.class)
                    .hasMessageContaining("io.lockgraft.api.Locks.call")
                    .hasMessageContaining("shop:PAY:42");
            assertThat(elsewhereQuietly("43")).isEqualTo("other");
            return Program.call("pay-order", order("42"), () -> "nested");
        });
        assertThat(paid).isEqualTo("nested");
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    private static Object elsewhereQuietly(String order) throws Exception {
        try {
            return elsewhere(() -> Program.call("pay-order", order(order), () -> "other"));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aMapIsAnArgumentTooAndNullIsAMissingKey() throws Exception {
        assertThat(Program.<String>call("pay-order", Map.of("orderNo", 42), () -> "paid"))
                .isEqualTo("paid");
        assertThat(Program.<String>call("pay-order", order(null), () -> "paid")).isEqualTo("none");
        assertThatThrownBy(() -> Program.call("some", order(" "), () -> "paid")).isInstanceOf(LockKeyException.class);
    }

    @Test
    void theBodysOwnExceptionIsWhatTheCallerGets() {
        assertThatThrownBy(() -> Program.call("pay-order", order("42"), () -> {
                    throw new FileNotFoundException("receipt");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("receipt");
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    void outcomesAreThoseOfTheRule() throws Exception {
        try (Program.Held held = Program.lock("PAY:42", "some")) {
            assertThatThrownBy(() -> elsewhere(() -> Program.call("own", order("42"), () -> "paid")))
                    .isInstanceOf(Busy.class)
                    .hasMessage("order 42");
            assertThat(elsewhereValue("skipping")).isEqualTo(7);
            assertThatThrownBy(() -> elsewhere(() -> Program.lock("PAY:42", "skipping")))
                    .isInstanceOf(LockRuleException.class)
                    .hasMessageContaining("cannot return this");
            assertThatThrownBy(() -> elsewhere(() -> {
                        Program.run("pay-order", order("42"), () -> {});
                        return null;
                    }))
                    .isInstanceOf(LockRuleException.class)
                    .hasMessageContaining("cannot return this from io.lockgraft.api.Locks.run");
        }
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    private static Object elsewhereValue(String rule) throws Exception {
        try {
            return elsewhere(() -> Program.<Object>call(rule, order("42"), () -> "paid"));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aConditionCountsForCallsAndNotForKeysThatAreGiven() throws Exception {
        try (Program.Held held = Program.lock("PAY:free", "some")) {
            assertThat(elsewhereValue("free", "some")).isEqualTo("paid");
            assertThatThrownBy(() -> elsewhere(() -> Program.lock("PAY:free", "some")))
                    .isInstanceOf(LockBusyException.class);
        }
        assertThat(elsewhereLocked("PAY:free")).isTrue();
    }

    private static Object elsewhereValue(String order, String rule) throws Exception {
        try {
            return elsewhere(() -> Program.<Object>call(rule, order(order), () -> "paid"));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static boolean elsewhereLocked(String key) throws Exception {
        try {
            return (boolean) elsewhere(() -> {
                try (Program.Held held = Program.lock(key, "some")) {
                    return true;
                }
            });
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void exceptionsOfSeveralLoadersAreFoundAndOneThatIsNotGivesWayToOurs() throws Exception {
        assertThat(Program.<String>call("several", order("42"), () -> "paid")).isEqualTo("paid");
        try (Program.Held held = Program.lock("PAY:42", "some")) {
            assertThatThrownBy(() -> elsewhere(() -> Program.call("several", order("42"), () -> "paid")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shop:PAY:42");
        }
        assertThatThrownBy(() -> Program.call("several", order(null), () -> "paid"))
                .isInstanceOf(LockKeyException.class);
    }

    @Test
    void aBodyThatAnotherThreadEndsIsOpenOnItsOwnNoMore() throws Throwable {
        Program.Held held = Program.lock("PAY:42", "throwing");
        assertThat(OpenBodies.here()).hasSize(1);
        elsewhere(() -> {
            held.close();
            return null;
        });
        assertThat(OpenBodies.here()).isEmpty();
    }

    @Test
    void anyThreadMayCloseWhatWasLocked() throws Throwable {
        Program.Held held = Program.lock("PAY:42", "some");
        elsewhere(() -> {
            held.close();
            return null;
        });
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    void aFutureKeepsTheLockUntilItIsCompleted() throws Throwable {
        CompletableFuture<String> later = new CompletableFuture<>();
        assertThat(Program.call("pay-order", order("42"), () -> later)).isSameAs(later);
        assertThatThrownBy(() -> elsewhere(() -> Program.lock("PAY:42", "some")))
                .isInstanceOf(LockBusyException.class);
        later.complete("paid");
        elsewhere(() -> {
            Program.lock("PAY:42", "some").close();
            return null;
        });
    }

    @Test
    void aRuleOfMethodsServesProgramsWhereItsKeyNeedsNoMethod() throws Exception {
        assertThat(Program.<String>call("nightly", null, () -> "ran")).isEqualTo("ran");
        Program.lock("PAY:42", "of-method").close();
        assertThatThrownBy(() -> Program.call("of-method", order("42"), () -> "paid"))
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("no parameter 'dto'");
    }

    @Test
    void anUnknownNameIsTold() {
        assertThatThrownBy(() -> Program.call("pay-ordr", order("42"), () -> "paid"))
                .isInstanceOf(LockRuleException.class)
                .hasMessage("the block did not run: the rules file has no rule 'pay-ordr'; did you mean 'pay-order'?");
    }

    @Test
    void whatNoProgramCouldGiveIsFoundAtTheStart() throws Exception {
        Rules wrong = rules("""
                - {name: typo, argument: dto, key: 'PAY:{dtoo.orderNo}'}
                - {name: calls, argument: dto, key: 'PAY:{dto.orderNo}', onBusy: {call: payLater}}
                """);
        assertThat(wrong.rules())
                .flatExtracting(BlockSites::check)
                .extracting(Object::toString)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("rule 'typo' cannot be applied to "
                                        + "io.lockgraft.api.Locks.call(java.lang.Object)")
                                .contains("no parameter 'dtoo'; the method has dto"),
                        second -> assertThat(second).contains("rule 'calls'").contains("payLater"));
    }

    @Test
    void sitesOfOneLoaderAreMadeOnce() throws Exception {
        Rule rule = rules("- {name: a, argument: x, key: '{x}'}").rules().get(0);
        Sites sites = new Sites();
        BlockSites blocks = new BlockSites(RuleBuilder.file(List.of(rule)), sites);
        ClassLoader loader = BlocksTest.class.getClassLoader();
        assertThat(blocks.site("a", "call", loader)).isSameAs(blocks.site("a", "call", loader));
        assertThat(blocks.site("a", "lock", loader)).isNotSameAs(blocks.site("a", "call", loader));
        assertThat(blocks.site("a", "call", null)).isNotSameAs(blocks.site("a", "call", loader));
    }
}

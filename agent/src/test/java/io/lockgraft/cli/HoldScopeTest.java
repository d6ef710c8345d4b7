package io.lockgraft.cli;

import static io.lockgraft.cli.Terminal.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where `check` says that the hold of a method ends, and what it warns about that goes on after that. */
class HoldScopeTest {
    private static final String TRANSACTIONAL = """
            package org.springframework.transaction.annotation;
            public @interface Transactional {}
            """;
    private static final String SHOP_TX = """
            package com.shop;
            @org.springframework.transaction.annotation.Transactional
            public @interface ShopTx {}
            """;
    private static final String JAKARTA = """
            package jakarta.transaction;
            public @interface Transactional {}
            """;
    private static final String STATELESS = """
            package jakarta.ejb;
            public @interface Stateless {}
            """;
    private static final String MANAGEMENT = """
            package jakarta.ejb;
            public @interface TransactionManagement {}
            """;
    private static final String PAYING = """
            package com.shop;
            public interface Paying<T> {
                @jakarta.transaction.Transactional void pay(T order);
                void look(T order);
            }
            """;
    private static final String PAY = """
            package com.shop;
            public class PayService implements Paying<String> {
                public void pay(String order) {}
                public void look(String order) {}
                @org.springframework.transaction.annotation.Transactional public void refund(String order) {}
                @ShopTx public void cancel(String order) {}
                @ShopTx public java.util.concurrent.CompletionStage<?> book(Object order) { return null; }
            }
            """;
    private static final String GUICE = """
            package com.google.inject.persist;
            public @interface Transactional {}
            """;
    private static final String NATIVE = """
            package com.shop;
            public class Native {
                @com.google.inject.persist.Transactional public void pay(String order) {}
                @org.springframework.transaction.annotation.Transactional public Prices prices(String order) { \
            return null; }
            }
            """;
    private static final String TICKS = """
            package com.shop;
            public class Ticks {
                @jakarta.transaction.Transactional
                public java.util.concurrent.Flow.Publisher<?> ofJta(String order) { return null; }
                @org.springframework.transaction.annotation.Transactional
                public java.util.concurrent.Flow.Publisher<?> ofSpring(String order) { return null; }
            }
            """;
    private static final String UNIT = """
            package com.shop;
            public class UnitOfWork { public void run(Runnable work) { work.run(); } }
            """;
    private static final String BOOK = """
            package com.shop;
            @org.springframework.transaction.annotation.Transactional
            public class BookService {
                public void book(String order) {}
                public static void helper(String order) {}
            }
            """;
    private static final String SPECIAL = """
            package com.shop;
            public class SpecialBookService extends BookService {
                public void bookSpecial(String order) {}
            }
            """;
    private static final String BEAN = """
            package com.shop;
            @jakarta.ejb.Stateless
            public class OrderBean { public void order(String no) {} }
            """;
    private static final String OWN_BEAN = """
            package com.shop;
            @jakarta.ejb.Stateless @jakarta.ejb.TransactionManagement
            public class OwnBean { public void order(String no) {} }
            """;

    private static final String PUBLISHER = """
            package org.reactivestreams;
            public interface Publisher<T> {}
            """;
    private static final String OWN_FLOW = """
            package com.shop;
            public class Prices implements org.reactivestreams.Publisher<String> {}
            """;
    private static final String CART = """
            package com.shop;
            public class Cart implements java.util.function.Supplier<String> { public String get() { return ""; } }
            """;
    private static final String LATER = """
            package com.shop;
            import java.util.concurrent.*;
            import java.util.stream.*;
            public class Later {
                public CompletableFuture<String> future(String no) { return null; }
                public Future<String> task(String no) { return null; }
                public Prices prices(String no) { return null; }
                public Stream<String> lines(String no) { return null; }
                public Callable<String> callable(String no) { return null; }
                public Cart cart(String no) { return null; }
                public java.util.Iterator<String> iteratorUsed(String no) { return null; }
                public java.util.Spliterator<String> spliteratorUsed(String no) { return null; }
                public java.util.function.Consumer<String> consumerUsed(String no) { return null; }
                public java.util.function.Function<String, String> functionUsed(String no) { return null; }
                public Runnable runnableUsed(String no) { return null; }
                public Thread threadUsed(String no) { return null; }
                public String text(String no) { return null; }
                public java.util.List<String> list(String no) { return null; }
            }
            """;

    @TempDir
    private static Path application;

    @TempDir
    Path folder;

    private static Path classes;

    private Terminal terminal;

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    @BeforeAll
    static void compile() {
        classes = Application.in(application)
                .compile(
                        "classes",
                        TRANSACTIONAL,
                        SHOP_TX,
                        JAKARTA,
                        STATELESS,
                        MANAGEMENT,
                        PAYING,
                        PAY,
                        BOOK,
                        SPECIAL,
                        BEAN,
                        OWN_BEAN,
                        GUICE,
                        NATIVE,
                        TICKS,
                        UNIT,
                        PUBLISHER,
                        OWN_FLOW,
                        CART,
                        LATER);
    }

    @Test
    void aTransactionThatCommitsAfterAHoldThatEndsWithTheMethodIsTold() {
        assertThat(warnings(untilReturn("com.shop.PayService.*(String)", "PAY:{p0}")))
                .containsExactly(
                        transaction("PayService.pay", "is @Transactional (on com.shop.Paying.pay(java.lang.Object))"),
                        transaction("PayService.refund", "is @Transactional"),
                        transaction("PayService.cancel", "is @ShopTx, which is transactional,"));
        assertThat(warnings(untilReturn("com.shop.*BookService.*(String)", "PAY:{p0}")))
                .containsExactly(transaction("BookService.book", "is @Transactional (on com.shop.BookService)")
                        .replace("book(java.lang.String):", "book(java.lang.String) (and 1 more):"));
        assertThat(warnings(untilReturn("com.shop.O*Bean.order", "PAY:{p0}")))
                .containsExactly(transaction(
                        "OrderBean.order",
                        "is a method of an EJB, @Stateless, which has a transaction around each call"));
    }

    @Test
    void aTransactionThatKeepsTheHoldIsNotTold() {
        assertThat(warnings(rule("com.shop.PayService.*(String)", "PAY:{p0}")
                        + rule("com.shop.*BookService.*(String)", "PAY:{p0}")
                        + rule("com.shop.O*Bean.order", "PAY:{p0}")))
                .isEmpty();
    }

    @Test
    @Shows("the end of the work is not seen: a plain `Future`, a `Stream`, a publisher's subtype, the "
            + "transactions of Micronaut or Guice")
    void aTransactionOfAFrameworkThatIsNotSeenIsTold() {
        assertThat(warnings(rule("com.shop.Native.pay", "PAY:{p0}")))
                .containsExactly(
                        "rule 'Native.pay': com.shop.Native.pay(java.lang.String): it is @Transactional: the lock"
                                + " ends when the method returns, and the transaction commits after that. Name "
                                + "the method that"
                                + " calls it from outside of the transaction");
    }

    @Test
    @Shows("the end of the work is not seen: a plain `Future`, a `Stream`, a publisher's subtype, the "
            + "transactions of Micronaut or Guice")
    void aTransactionThatBeginsWithASubscriptionIsTold() {
        assertThat(warnings(rule("com.shop.Native.prices", "PAY:{p0}")))
                .anySatisfy(warning -> assertThat(warning)
                        .isEqualTo("rule 'Native.prices': com.shop.Native.prices(java.lang.String): it is "
                                + "@Transactional and"
                                + " returns com.shop.Prices: the lock does not wait for a transaction "
                                + "that begins with a"
                                + " subscription, which commits after the lock has ended. Name the "
                                + "method that calls it from"
                                + " outside of the transaction"));
    }

    @Test
    void ofTransactionsThatBeginWithASubscriptionOnlySpringsHaveTheLockAroundThem() {
        assertThat(warnings(rule("com.shop.Ticks.ofJta", "PAY:{p0}")))
                .singleElement()
                .satisfies(warning -> assertThat(warning)
                        .contains("returns java.util.concurrent.Flow$Publisher: the lock does not wait "
                                + "for a transaction that begins"));
        assertThat(warnings(rule("com.shop.Ticks.ofSpring", "PAY:{p0}"))).isEmpty();
    }

    @Test
    @Shows("the end of the work is not seen: a plain `Future`, a `Stream`, a publisher's subtype, the "
            + "transactions of Micronaut or Guice")
    void aMethodWhoseWorkGoesOnUnseenAfterItIsTold() {
        assertThat(warnings(rule("com.shop.Later.lines", "PAY:{p0}")))
                .containsExactly("rule 'Later.lines'"
                        + later(
                                "lines",
                                "java.util.stream.Stream",
                                "and what is done as that is used is done without the lock",
                                ". Name the method that does the work"));
        assertThat(warnings(rule("com.shop.Later.*Used", "PAY:{p0}")))
                .extracting(warning -> warning.replaceFirst(".*it returns ([\\w.]+): .*(as that is used).*", "$1, $2"))
                .containsExactly(
                        "java.util.Iterator, as that is used",
                        "java.util.Spliterator, as that is used",
                        "java.util.function.Consumer, as that is used",
                        "java.util.function.Function, as that is used",
                        "java.lang.Runnable, as that is used",
                        "java.lang.Thread, as that is used");
        assertThat(warnings(rule("com.shop.Later.task", "PAY:{p0}")))
                .containsExactly("rule 'Later.task'"
                        + later(
                                "task",
                                "java.util.concurrent.Future",
                                "and the work may go on until that is completed",
                                ". Name the method that does the work"));
        assertThat(warnings(rule("com.shop.Later.future", "PAY:{p0}") + rule("com.shop.Later.cart", "PAY:{p0}")))
                .isEmpty();
    }

    @Test
    void aResultThatIsCompletedAfterAHoldThatEndsWithTheMethodIsTold() {
        assertThat(warnings(untilReturn("com.shop.Later.future", "PAY:{p0}")))
                .containsExactly("rule 'Later.future'"
                        + later(
                                "future",
                                "java.util.concurrent.CompletableFuture",
                                "and the work may go on until that is completed",
                                ". Let the lock end with its work (hold: {until: work})"));
    }

    @Test
    void whereACallEndsTheHoldNothingElseIsTold() {
        assertThat(warnings(until("com.shop.UnitOfWork.run(..)", "com.shop.Later.*(String)", "PAY:{p0}")
                        + until("com.shop.UnitOfWork.run(..)", "com.shop.Native.*(String)", "PAY:{p0}")))
                .isEmpty();
    }

    @Test
    @FailsWithout("`HoldScope#refusals` applies no strict rule to a method whose work is not seen")
    void aStrictRuleIsNotAppliedToAMethodWhoseWorkIsNotSeen() {
        String strict = terminal.withServer(until("{work: strict}", "com.shop.Later.*(String)", "PAY:{p0}"));

        assertThat(terminal.run("check", strict, "--classpath", classes.toString()))
                .isEqualTo(1);

        assertThat(terminal.out())
                .contains("rule 'Later.*' cannot be applied to "
                        + later(
                                        "task",
                                        "java.util.concurrent.Future",
                                        "and the work may go on until that is completed",
                                        ". Name the method that does the work")
                                .substring(2));
        assertThat(ends(until("{work: strict}", "com.shop.Later.future", "PAY:{p0}")))
                .containsExactly("ends when the CompletableFuture that it returns is completed");
    }

    @Test
    void eachMethodIsListedWithWhereItsHoldEnds() {
        assertThat(ends(rule("com.shop.Later.text", "PAY:{p0}")))
                .containsExactly("ends with the method, or with a transaction that is active when it returns");
        assertThat(ends(rule("com.shop.PayService.refund", "PAY:{p0}")))
                .containsExactly("ends with the transaction that is active when it returns");
        assertThat(ends(rule("com.shop.Later.future", "PAY:{p0}")))
                .containsExactly("ends when the CompletableFuture that it returns is completed");
        assertThat(ends(rule("com.shop.PayService.book", "PAY:{p0}")))
                .containsExactly("ends with the transaction that is active when it returns, or when the CompletionStage"
                        + " that it returns is completed, whichever is later");
        assertThat(ends(until("com.shop.UnitOfWork.run(..)", "com.shop.PayService.refund", "PAY:{p0}")))
                .containsExactly("ends with the nearest call of com.shop.UnitOfWork.run(..) around it");
        assertThat(ends(untilReturn("com.shop.PayService.refund", "PAY:{p0}")))
                .containsExactly("ends when the method returns (until: return)");
    }

    private static String transaction(String method, String why) {
        return ": com.shop." + method + "(java.lang.String): it " + why
                + ": the lock ends when the method returns, and the transaction commits after that. Let the "
                + "lock end with"
                + " its work (hold: {until: work})";
    }

    private static String later(String method, String type, String what, String remedy) {
        return ": com.shop.Later." + method + "(java.lang.String): it returns " + type
                + ": the lock ends when the method returns, " + what + remedy;
    }

    private static String untilReturn(String method, String key) {
        return until("return", method, key);
    }

    private static String until(String until, String method, String key) {
        return rule(method, key) + "    hold: {until: " + until + "}\n";
    }

    /** What stands under each method that is listed. */
    private List<String> ends(String rules) {
        warnings(rules);
        return terminal.out()
                .lines()
                .filter(line -> line.startsWith("      ends "))
                .map(String::strip)
                .toList();
    }

    private List<String> warnings(String rules) {
        return terminal.warnings(rules, classes);
    }
}

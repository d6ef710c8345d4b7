package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interfaces that only a framework implements, as it runs. */
@FailsWithout("`Proxied`, `Callers` and `ProxyInterface` find an interface that only a proxy implements, and"
        + " its callers")
class ProxiedTest {
    private static final String CRUD = """
            package org.springframework.data.repository;
            public interface CrudRepository<T> {
                <S extends T> S save(S entity);
                default void touch(T entity) {}
            }
            """;
    private static final String REPOSITORY = """
            package com.shop.order;
            public interface OrderRepository extends org.springframework.data.repository.CrudRepository<String> {
                String findById(long id);
            }
            """;
    private static final String SERVICE = """
            package com.shop.order;
            public class OrderService {
                private OrderRepository orders;
                public OrderService(OrderRepository orders) { orders.findById(0); this.orders = orders; }
                public String load(long id) { return orders.findById(id); }
                public void loadAll(java.util.List<Long> ids) { ids.forEach(id -> orders.findById(id)); }
                public void each(java.util.stream.LongStream ids) { ids.mapToObj(orders::findById).count(); }
                public void store(String order) { orders.save(order); }
                public void other() {}
            }
            """;
    private static final String CONTROLLER = """
            package com.shop.web;
            public class Controller {
                public String show(com.shop.order.OrderRepository orders) { return orders.findById(1); }
            }
            """;
    private static final String MAPPER = """
            package com.shop.order;
            public interface OrderMapper { int update(String order); int insert(String order); }
            """;
    private static final String WRITTEN = """
            package com.shop.order;
            public interface Pricing { int price(String order); }
            """;
    private static final String WRITTEN_IMPL = """
            package com.shop.order;
            public class PlainPricing implements Pricing { public int price(String order) { return 1; } }
            """;

    private static final String CONTINUATION = """
            package kotlin.coroutines;
            public interface Continuation<T> {}
            """;
    private static final String KOTLIN = """
            package com.shop.order;
            public class Kot {
                public Object suspPay(String order, kotlin.coroutines.Continuation<String> then) { return null; }
            }
            """;

    private static final String PROXY =
            ". A framework makes a proxy of such an interface at run time (Spring Data, MyBatis),"
                    + " and a proxy cannot be locked. ";

    @TempDir
    private static Path application;

    @TempDir
    Path folder;

    private static Path classes;
    private static Path library;

    private Terminal terminal;

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    @BeforeAll
    static void compile() {
        Application sources = Application.in(application);
        library = sources.compile("library", CRUD);
        classes = sources.compile(
                "classes",
                Application.options("-g", "-cp", library.toString()),
                REPOSITORY,
                SERVICE,
                CONTROLLER,
                MAPPER,
                WRITTEN,
                WRITTEN_IMPL,
                CONTINUATION,
                KOTLIN);
    }

    @Test
    void aMethodOfAnInterfaceThatOnlyAProxyImplementsIsToldWithItsNearestCallers() {
        String callers = "no class on the class path implements com.shop.order.OrderRepository" + PROXY
                + "Name a method that calls it: com.shop.order.OrderService.each, com.shop.order.OrderService.load,"
                + " com.shop.order.OrderService.loadAll (and 1 more)";

        assertThat(mistakes("com.shop.order.OrderRepository.findById"))
                .containsExactly("com.shop.order.OrderRepository.findById matches nothing: " + callers);
        assertThat(mistakes("com.shop.order.OrderRepository+.findById"))
                .containsExactly("com.shop.order.OrderRepository+.findById matches nothing: " + callers);
    }

    @Test
    void aMethodThatSuchAnInterfaceInheritsIsToldWithItsCallersToo() {
        String without = "com.shop.order.OrderRepository.save matches nothing: no class on the class path implements"
                + " com.shop.order.OrderRepository" + PROXY
                + "Name a method that calls it: com.shop.order.OrderService.store";

        assertThat(mistakes("com.shop.order.OrderRepository.save"))
                .containsExactly(without.replace(
                        "nothing: ",
                        "nothing: com.shop.order.OrderRepository inherits it from"
                                + " org.springframework.data.repository.CrudRepository, and "));
        assertThat(mistakesOn(classes.toString(), "com.shop.order.OrderRepository.save"))
                .as("without the library that declares it")
                .containsExactly(without);
    }

    @Test
    void whereNothingCallsItThatIsSaid() {
        assertThat(mistakes("com.shop.order.OrderMapper.update"))
                .containsExactly(
                        "com.shop.order.OrderMapper.update matches nothing: no class on the class path implements"
                                + " com.shop.order.OrderMapper" + PROXY
                                + "Name a method that calls it; on the class path none does");
    }

    @Test
    void aMisspeltMethodIsStillAMisspeltMethod() {
        assertThat(mistakes("com.shop.order.OrderMapper.updat"))
                .containsExactly(
                        "com.shop.order.OrderMapper.updat matches nothing: com.shop.order.OrderMapper declares no"
                                + " method 'updat'; did you mean 'update'?");
        assertThat(mistakesOn(classes.toString(), "com.shop.order.OrderRepository.sav"))
                .containsExactly(
                        "com.shop.order.OrderRepository.sav matches nothing: com.shop.order.OrderRepository declares"
                                + " no method 'sav'; org.springframework.data.repository.CrudRepository, a "
                                + "super type of it, is not to"
                                + " be found");
    }

    @Test
    void anInterfaceThatAClassImplementsIsNoProxys() {
        assertThat(mistakes("com.shop.order.Pricing.price"))
                .singleElement()
                .asString()
                .startsWith(
                        "com.shop.order.Pricing.price(java.lang.String) is abstract, it has no body to lock; name the"
                                + " method of the class that implements it, or write "
                                + "com.shop.order.Pricing+.price for all of them");
    }

    @Test
    void aWildcardThatMeansOnlyWhatCannotBeLockedIsToldWhy() {
        assertThat(mistakes("com.shop.order.Pricing.pri*"))
                .singleElement()
                .asString()
                .startsWith("com.shop.order.Pricing.pri* matches nothing: what it means cannot be locked:"
                        + " com.shop.order.Pricing.price(java.lang.String) is abstract");
    }

    @Test
    void aWildcardThatMeansOnlySuspendFunctionsIsToldWhy() {
        assertThat(mistakes("com.shop.order.Kot.susp*"))
                .singleElement()
                .asString()
                .startsWith("com.shop.order.Kot.susp* matches nothing: what it means cannot be locked:"
                        + " com.shop.order.Kot.suspPay(java.lang.String, kotlin.coroutines.Continuation) is a "
                        + "suspend function"
                        + " of Kotlin");
    }

    @Test
    void aClassThatAFrameworkMakesAtRunTimeIsWarnedAboutAndNoMistake() {
        String file = terminal.rules(rules("com.shop.order.OrderService$$SpringCGLIB$$0.load"));

        assertThat(terminal.run("check", file, "--classpath", classes.toString()))
                .isZero();
        assertThat(terminal.out())
                .contains(file + ":3:13: warning: rule 'OrderService$$SpringCGLIB$$0.load':"
                        + " com.shop.order.OrderService$$SpringCGLIB$$0.load names a class that a framework "
                        + "makes at run time:"
                        + " whether the rule locks anything shows only then. Name the method behind the proxy instead,"
                        + " com.shop.order.OrderService.load")
                .contains("no mistakes, 1 warning");
    }

    private static String rules(String method) {
        return "redis: {address: 'redis://127.0.0.1:6379'}\nrules:\n  - method: " + method + "\n    key: ORDER\n";
    }

    private List<String> mistakes(String method) {
        return mistakesOn(classes + java.io.File.pathSeparator + library, method);
    }

    /** Without their place and rule. */
    private List<String> mistakesOn(String classPath, String method) {
        String file = terminal.rules(rules(method));
        assertThat(terminal.run("check", file, "--classpath", classPath)).isEqualTo(1);
        return terminal.out()
                .lines()
                .filter(line -> line.startsWith(file + ":3:"))
                .map(line -> line.replaceFirst("^.*?: rule '[^']*': ", ""))
                .toList();
    }
}

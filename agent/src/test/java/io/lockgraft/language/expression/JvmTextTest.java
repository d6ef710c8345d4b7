package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.testing.FailsWithout;
import java.io.InputStream;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A text that differs from JVM to JVM is no part of a key: two JVMs would lock two keys. */
@SuppressWarnings("unused")
@FailsWithout("`JvmBoundTypes` and `ToStringText#requireStable` refuse a text that differs from JVM to JVM")
class JvmTextTest {
    static class Bare {
        final int id = 7;
    }

    static class CallsSuper {
        final String number = "A7";

        @Override
        public String toString() {
            return super.toString();
        }
    }

    record HoldsArray(Object ids) {
        @Override
        public String toString() {
            return "HoldsArray(ids=" + ids + ")";
        }
    }

    record HoldsBare(String name, Object bare) {}

    /** Says what the test says. */
    record Saying(String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    static class OwnTask extends FutureTask<String> {
        OwnTask() {
            super(() -> "done");
        }

        @Override
        public String toString() {
            return "task 7";
        }
    }

    static class OwnEntry extends AbstractMap.SimpleEntry<String, Integer> {
        private static final long serialVersionUID = 1L;

        OwnEntry() {
            super("k", 1);
        }
    }

    interface Job extends Runnable {}

    static class Shop {
        void open(Object p) {}

        void several(List<Object> p) {}
    }

    static class Types {
        AtomicReference<Bare> reference;
        AtomicReference<String> textReference;
        Map.Entry<String, Integer> entry;
        OwnEntry ownEntry;
        Optional<Bare> bareOptional;
        Optional<int[]> arrayOptional;
        CompletableFuture<String> completable;
        Future<String> future;
        FutureTask<String> task;
        OwnTask ownTask;
        ReentrantLock reentrant;
        Lock lock;
        Thread thread;
        ClassLoader loader;
        Module module;
        InputStream stream;
        Stream<String> many;
        Supplier<String> supplier;
        Callable<String> callable;
        Job job;
        java.sql.Connection connection;
        int[] numbers;
        Bare bare;
        List<String> names;
        AtomicInteger count;
        AtomicLong total;
        AtomicBoolean flag;
        Object any;

        void typed(Types p) {}
    }

    private final Bound open = Bound.to(new Shop(), "open");
    private final Bound typed = Bound.to(new Types(), "typed");

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "p.reference     => JvmTextTest.Bare has no text of its own; name a property of it: id",
                "p.entry         => Map.Entry has no text that is the same in every JVM; write .key or .value "
                        + "behind it",
                "p.ownEntry      => JvmTextTest.OwnEntry has no text that is the same in every JVM; write .key "
                        + "or .value behind it",
                "p.bareOptional  => JvmTextTest.Bare has no text of its own; name a property of it: id",
                "p.arrayOptional => int[] has no text of its own; take one element of it with [0], or each with [*]",
                "p.completable   => CompletableFuture has no text that is the same in every JVM; name what the "
                        + "work is for",
                "p.future        => Future has no text that is the same in every JVM; name what the work is for",
                "p.task          => FutureTask has no text that is the same in every JVM; name what the work is for",
                "p.reentrant     => ReentrantLock has no text that is the same in every JVM; name what it guards",
                "p.lock          => Lock has no text that is the same in every JVM; name what it guards",
                "p.thread        => Thread has no text that is the same in every JVM; write .name behind it",
                "p.loader        => ClassLoader has no text that is the same in every JVM; name something of the call",
                "p.class.classLoader => ClassLoader has no text that is the same in every JVM; name something "
                        + "of the call",
                "p.module        => Module has no text that is the same in every JVM; write .name behind it",
                "p.stream        => InputStream has no text that is the same in every JVM; name where it comes from",
                "p.many          => Stream has no text of its own; take one element of it with [0], or each with [*]",
                "p.supplier      => Supplier has no text that is the same in every JVM; write .get() behind it",
                "p.callable      => Callable has no text that is the same in every JVM; name what the work is for",
                "p.connection    => Connection has no text that is the same in every JVM; name something of the call",
                "p.numbers       => int[] has no text of its own; take one element of it with [0], or each with [*]",
                "p.bare          => JvmTextTest.Bare has no text of its own; name a property of it: id",
                "p.bare.toString()    => JvmTextTest.Bare has no text of its own; name a property of it: id",
                "p.numbers.toString() => int[] has no text of its own; take one element of it with [0], or each "
                        + "with [*]",
                "p.thread?.toString() => Thread has no text that is the same in every JVM; write .name behind it",
            })
    void aTypeWithoutSuchATextIsRefusedBeforeTheCall(String expression, String problem) throws Exception {
        for (String template :
                List.of("{" + expression + "}", "{hash(" + expression + ")}", "{'a' + " + expression + "}")) {
            assertThat(typed.problems(template)).as(template).containsExactly(problem);
            assertThat(Template.parse(template).check(typed.shape(), new LoaderTypes(Types.class.getClassLoader())))
                    .as("judged by class files")
                    .containsExactly(problem);
            assertThatThrownBy(() -> typed.template(template))
                    .isInstanceOf(BindException.class)
                    .hasMessage(problem);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p.textReference",
                "p.ownTask",
                "p.job",
                "p.count",
                "p.total",
                "p.flag",
                "p.any",
                "p.any.toString()",
                "p.names.toString()",
                "p.entry.key",
                "p.entry.value",
                "p.thread.name",
                "p.supplier.get()",
            })
    void aTypeThatMayHaveSuchATextIsNotRefused(String expression) throws Exception {
        assertThat(typed.problems("{" + expression + "}")).isEmpty();
    }

    static List<Arguments> valuesWithoutSuchAText() {
        Bare bare = new Bare();
        FutureTask<String> task = new FutureTask<>(() -> "done");
        String none = " has no text of its own; name a property of it";
        String other = " has no text that is the same in every JVM; ";
        String differs = " has a text that differs from JVM to JVM: ";
        String name = " stands in it with its hash; name a property of it";
        return List.of(
                Arguments.of(new CallsSuper(), "JvmTextTest.CallsSuper" + none),
                Arguments.of(new HoldsArray(new int[1]), "JvmTextTest.HoldsArray" + differs + "[I" + name),
                Arguments.of(new HoldsBare("a", bare), "JvmTextTest.HoldsBare" + differs + "JvmTextTest.Bare" + name),
                Arguments.of(
                        new HoldsBare("a", new Bare[0]),
                        "JvmTextTest.HoldsBare" + differs + "[Lio.lockgraft.language.expression.JvmTextTest.Bare;"
                                + name),
                Arguments.of(
                        new HoldsBare("a", List.of(bare)),
                        "JvmTextTest.HoldsBare" + differs + "JvmTextTest.Bare" + name),
                Arguments.of(
                        new HoldsBare("a", new ReentrantLock()),
                        "JvmTextTest.HoldsBare" + differs + "ReentrantLock" + name),
                Arguments.of(new AtomicReference<>(bare), "JvmTextTest.Bare" + none),
                Arguments.of(new AtomicReference<>(new AtomicReference<>(bare)), "JvmTextTest.Bare" + none),
                Arguments.of(Optional.of(bare), "JvmTextTest.Bare" + none),
                Arguments.of(Map.entry("a", "b"), "KeyValueHolder" + other + "write .key or .value behind it"),
                Arguments.of(new OwnEntry(), "JvmTextTest.OwnEntry" + other + "write .key or .value behind it"),
                Arguments.of(new CompletableFuture<>(), "CompletableFuture" + other + "name what the work is for"),
                Arguments.of(task, "FutureTask" + other + "name what the work is for"),
                Arguments.of(new ReentrantLock(), "ReentrantLock" + other + "name what it guards"),
                Arguments.of(ClassLoader.getSystemClassLoader(), "ClassLoaders.AppClassLoader" + none),
                Arguments.of(new Thread("x"), "Thread" + other + "write .name behind it"),
                Arguments.of(JvmTextTest.class.getModule(), "Module" + other + "write .name behind it"));
    }

    @ParameterizedTest
    @MethodSource("valuesWithoutSuchAText")
    void aValueWithoutSuchATextIsRefusedAtTheCall(Object value, String problem) {
        for (String template : List.of("{p}", "{hash(p)}", "{'a' + p}")) {
            assertThatThrownBy(() -> open.key("K:" + template, value))
                    .isInstanceOf(EvaluationException.class)
                    .hasMessage(template + " cannot be computed: " + problem);
        }
        assertThatThrownBy(() -> Bound.to(new Shop(), "several").keys("K:{p[*]}", Arrays.asList("a", value)))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("{p[*]} cannot be computed: " + problem);
    }

    @Test
    void aTextThatTheRuleAsksForIsRefusedTheSameWay() {
        assertThatThrownBy(() -> open.key("{p.toString()}", new CallsSuper()))
                .hasMessage("{p.toString()} cannot be computed: JvmTextTest.CallsSuper has no text of its own;"
                        + " name a property of it");
        assertThatThrownBy(() -> open.key("{p.toString()}", new ArrayList<>(List.of(new Bare()))))
                .hasMessage("{p.toString()} cannot be computed: ArrayList has a text that differs from JVM to JVM:"
                        + " JvmTextTest.Bare stands in it with its hash; name a property of it");
        assertThatThrownBy(() -> open.key("{p.toString()}", (Runnable) () -> {}))
                .hasMessage("{p.toString()} cannot be computed: a lambda of JvmTextTest has no text of its own;"
                        + " name a property of it");
    }

    @Test
    void whatIsWrappedHasTheTextOfItsValue() throws Exception {
        assertThat(open.key("{p}", new AtomicReference<>("a"))).isEqualTo("a");
        assertThat(open.key("{p}", new AtomicReference<>(new Date(5)))).isEqualTo("5");
        assertThat(open.key("{p}", Optional.of(new AtomicReference<>(1.0)))).isEqualTo("1");
        assertThat(open.key("{p}", new AtomicInteger(3))).isEqualTo("3");
        assertThat(open.key("{p}", new AtomicBoolean(true))).isEqualTo("true");
        assertThatThrownBy(() -> open.key("{p}", new AtomicReference<>()))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {p} of the key is null");
        assertThat(open.key("{p}", new OwnTask())).isEqualTo("task 7");
        assertThat(open.key("{p.toString()}", new ArrayList<>(List.of(1, 2)))).isEqualTo("[1, 2]");
    }

    /** What is the application's own text is left as it is, whatever it looks like. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b.de",
                "user@cafe",
                "x@deadbeef",
                "com.shop.Order@1b2c3d4e",
                "Order$Line@1b2c3d4e",
                "[I@1b2c3d4e",
            })
    void aStringIsAlwaysATextOfItsOwn(String text) throws Exception {
        assertThat(open.key("{p}", text)).isEqualTo(text);
        assertThat(open.key("{p.toString()}", text)).isEqualTo(text);
        assertThat(open.key("{p}", new StringBuilder(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b.de",
                "user@cafe",
                "x@deadbeef",
                "Contact[mail=user@cafe]",
                "Contact[mail=a@b.de, name=A]",
                "Contact[mail=first.last@cafe.de]",
                "Contact[mail=Jane.Doe@cafe, age=3]",
                "Contact[mail=jane.Doe@b.de]",
                "Contact[mail=jane.Doe@cafe-bar.de]",
                "Contact[mail=anna@12345678]",
                "redis://user@cafe:6379",
                "git@deadbeef:shop/app.git",
                "Order@42",
                "com.shop.Order@",
                "com.shop.Order@xyz",
                "com.shop.Order@1a2z",
                "first.Last@1und1.de",
                "Order@1b2c3d4e7",
                "@1a",
                "a@@1",
            })
    void aTextThatOnlyLooksAlikeIsNoHash(String text) throws Exception {
        assertThat(open.key("{p}", new Saying(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.shop.Order@1",
                "com.shop.Order@1b2c3d4e",
                "Order@1b2c3d4e",
                "a.b.c@1b2c3d4e",
                "x com.shop.Order@1b2c3d4e-EU",
                "x com.shop.Order@1b2c3d4e.",
                "a@b.de, com.shop.Order@1b2c3d4e[Unlocked]",
                "jane.Doe@c0ffee.de",
                "com.shop.Order@1b2c3d4e_7",
                "com.shop.Order@1b2c3d4e7",
                "com.shop.Order@1b2c3d4eEUR",
                "com.shop.Order@1b2c3d4e.x",
                "com.shop.Order$Line@1b",
                "com.shop.App$$Lambda$14/0x0000000800c03000@5e2de80c",
                "com.shop.App$$Lambda/0x0000000800c03000@5e2d",
                "[B@1b2c3d4e",
                "[[I@1b2c3d4e",
                "[Ljava.lang.String;@1b2c3d4e",
                "unnamed module @1b2c3d4e",
            })
    void aTextWithAClassAndAHashIsRefused(String text) {
        assertThatThrownBy(() -> open.key("{p}", new Saying(text)))
                .as(text)
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith("{p} cannot be computed: ")
                .hasMessageEndingWith("; name a property of it")
                .hasMessageNotContaining("1b2c3d4e");
    }

    @Test
    void aMessageTakesAnyValue() throws Exception {
        assertThat(open.message("{p}", new Saying("com.shop.Order@1b2c3d4e"))).isEqualTo("com.shop.Order@1b2c3d4e");
        assertThat(open.message("{p}", Set.of(1))).isEqualTo("[1]");
    }
}

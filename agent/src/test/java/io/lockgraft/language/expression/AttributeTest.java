package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.testing.ClassFile;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the annotations of a method, and of its class, say in a key, a condition and a message. */
class AttributeTest {
    /** Only the class file tells of it. */
    @Retention(RetentionPolicy.CLASS)
    @interface ServiceLock {
        int LEAST = Integer.parseInt("3");

        String name() default "orders";

        long seconds() default 5;

        char letter() default 'x';

        boolean strict() default true;

        double rate() default 2.50;

        TimeUnit unit() default TimeUnit.SECONDS;

        Class<?> type() default Shop.PayDto.class;

        String[] names() default {};

        Marker marker() default @Marker;
    }

    @Inherited
    @Retention(RetentionPolicy.RUNTIME)
    @interface Region {
        String value() default "EU";
    }

    @interface Marker {}

    static final class One {
        @interface Named {
            String value();
        }
    }

    static final class Other {
        @interface Named {
            String value();
        }
    }

    @Region("US")
    @ServiceLock(name = "class")
    static class Desk {
        @Marker
        @ServiceLock(
                name = "pay",
                seconds = 9,
                letter = 'L',
                names = {"a", "b", "c"})
        void pay(Shop.PayDto dto, int count) {}

        @ServiceLock(names = "single", unit = TimeUnit.DAYS)
        @One.Named("one")
        @Other.Named("other")
        void refund(Shop.PayDto dto) {}

        void close(Shop.PayDto dto) {}
    }

    static class Branch extends Desk {
        @Override
        void close(Shop.PayDto dto) {}
    }

    static class Bare {
        void pay(Shop.PayDto dto) {}
    }

    private final Shop.PayDto dto = new Shop.PayDto("A7", 3);
    private final Bound pay = Bound.inClassFile(new Desk(), "pay");
    private final Bound refund = Bound.inClassFile(new Desk(), "refund");
    private final Bound close = Bound.inClassFile(new Desk(), "close");

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "{@ServiceLock.name}:{dto.orderNo}                     => pay:A7",
                "{@AttributeTest.ServiceLock.name}                     => pay",
                "{@AttributeTest$ServiceLock.name}                     => pay",
                "{@io.lockgraft.language.expression.AttributeTest.ServiceLock.name} => pay",
                "{ @ ServiceLock . name }                              => pay",
                "{@ServiceLock.seconds + count}                           => 18",
                "{@ServiceLock.letter}                                 => L",
                "{@ServiceLock.strict}                                 => true",
                "{@ServiceLock.rate}                                   => 2.5",
                "{@ServiceLock.unit}                                   => SECONDS",
                "{@ServiceLock.type}                                   => io.lockgraft.language.expression.Shop$PayDto",
                "{@Region.value}                                       => US",
                "{(@ServiceLock.name).length()}                        => 3",
                "{hash(@ServiceLock.name) == hash('pay')}              => true",
                "{@ServiceLock.unit == 'SECONDS' ? 'short' : 'long'}   => short",
                "{dto.tag(@ServiceLock.name)}                          => spay",
                "@ServiceLock.name:{dto.orderNo}                       => @ServiceLock.name:A7",
            })
    void anAttributeIsAConstantOfTheMethod(String template, String key) throws Exception {
        assertThat(pay.problems(template)).isEmpty();
        assertThat(pay.key(template, dto, 9)).isEqualTo(key);
    }

    @Test
    void anArrayOfOneElementIsThatElement() throws Exception {
        assertThat(refund.key("{@ServiceLock.names}:{@ServiceLock.unit}:{@ServiceLock.name}", dto))
                .isEqualTo("single:DAYS:orders");
    }

    @Test
    void whereTheMethodHasNoneItsClassHasTheWord() throws Exception {
        assertThat(close.key("{@ServiceLock.name}:{@Region.value}", dto)).isEqualTo("class:US");
    }

    @Test
    void neitherAnOverriddenMethodNorASuperClassHasIt() throws Exception {
        assertThat(Bound.inClassFile(new Branch(), "close").problems("{@Region.value}"))
                .containsExactly("no annotation @Region; the method and its class have none");
    }

    @Test
    void conditionsAndMessagesReadItToo() throws Exception {
        assertThat(pay.holds("@ServiceLock.seconds == 9 and count > 0", dto, 1)).isTrue();
        assertThat(pay.holds("@ServiceLock.name == 'refund'", dto, 1)).isFalse();
        assertThat(pay.message("mail me@shop.com: {@ServiceLock.name}", dto, 1)).isEqualTo("mail me@shop.com: pay");
    }

    @Test
    void itsTypeIsDescribed() throws Exception {
        assertThat(Template.parse("{@ServiceLock.name}:{@ServiceLock.seconds}:{@ServiceLock.letter}:{@Nope.x}")
                        .describe(pay.shape(), loaded()))
                .isEqualTo("{@ServiceLock.name: String}:{@ServiceLock.seconds: long}:{@ServiceLock.letter: char}"
                        + ":{@Nope.x: does not fit}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "@ServiceLok.name        => no annotation @ServiceLok; the method and its class have "
                        + "@AttributeTest.Marker, @AttributeTest.ServiceLock, @AttributeTest.Region",
                "@Lock.name              => no annotation @Lock; the method and its class have "
                        + "@AttributeTest.Marker, @AttributeTest.ServiceLock, @AttributeTest.Region",
                "@shop.ServiceLock.name  => no annotation @shop.ServiceLock; the method and its class have "
                        + "@AttributeTest.Marker, @AttributeTest.ServiceLock, @AttributeTest.Region",
                "@dto.orderNo            => no annotation @dto; a parameter is written by its bare name: dto; "
                        + "the method and its class have @AttributeTest.Marker, @AttributeTest.ServiceLock, "
                        + "@AttributeTest.Region",
                "@ServiceLock.nam        => @ServiceLock has no attribute 'nam'; it has letter, marker, name, "
                        + "names, rate, seconds, strict, type, unit",
                "@Marker.nam             => @Marker has no attribute 'nam'; it has none",
                "@ServiceLock.names      => @ServiceLock.names is an array of 3 elements; an expression takes a "
                        + "single value of an annotation, or an array of exactly one",
                "@ServiceLock.marker     => @ServiceLock.marker is an annotation; an expression takes a single "
                        + "value of an annotation, or an array of exactly one",
                "@ServiceLock.seconds.name  => no annotation @ServiceLock.seconds; the method and its class "
                        + "have @AttributeTest.Marker, @AttributeTest.ServiceLock, @AttributeTest.Region",
            })
    void aMistakeIsSaid(String expression, String problem) throws Exception {
        assertThat(pay.problems("{" + expression + "}")).containsExactly(problem);
        assertThat(pay.conditionProblems(expression + " == 1")).containsExactly(problem);
        assertThatThrownBy(() -> pay.key("{" + expression + "}", dto, 1))
                .isInstanceOf(BindException.class)
                .hasMessage(problem);
    }

    @Test
    void anEmptyArrayIsNoValue() throws Exception {
        assertThat(close.problems("{@ServiceLock.names}"))
                .containsExactly("@ServiceLock.names is an empty array; an expression takes a single value of an"
                        + " annotation, or an array of exactly one");
    }

    @Test
    void twoOfOneNameNeedMoreOfTheirNames() throws Exception {
        assertThat(refund.problems("{@Named.value}"))
                .containsExactly("@Named may be io.lockgraft.language.expression.AttributeTest.One.Named or"
                        + " io.lockgraft.language.expression.AttributeTest.Other.Named; write its full name");
        assertThat(refund.key("{@Other.Named.value}", dto)).isEqualTo("other");
    }

    @Test
    void theTypeOfTheAnnotationIsNeededOnlyForADefault() throws Exception {
        TypeSource without = name -> name.endsWith("ServiceLock") ? null : loaded().find(name);

        assertThat(Template.parse("{@ServiceLock.name}").check(pay.shape(), without))
                .isEmpty();
        assertThat(Template.parse("{@ServiceLock.rate}").check(pay.shape(), without))
                .containsExactly("@ServiceLock.rate is not written here, and its default cannot be read: class"
                        + " io.lockgraft.language.expression.AttributeTest$ServiceLock cannot be found");
    }

    @Test
    void anAttributeThatHasComeLaterMayHaveNoValue() throws Exception {
        TypeSource later = name -> name.endsWith("$Marker") ? ClassFile.of(One.Named.class) : loaded().find(name);

        assertThat(Template.parse("{@Marker.value}").check(pay.shape(), later))
                .containsExactly("@Marker.value is not written here, and has no default");
    }

    @ParameterizedTest
    @ValueSource(strings = {"@ServiceLock.name", "A:@Region.value", "@", "me@cafe"})
    void outsideOfBracesItIsText(String key) throws Exception {
        assertThat(pay.problems(key)).isEmpty();
        assertThat(pay.key(key, dto, 1)).isEqualTo(key);
    }

    private static TypeSource loaded() {
        return LoadedTypes.of(Desk.class);
    }
}

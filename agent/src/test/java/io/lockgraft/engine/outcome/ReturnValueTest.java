package io.lockgraft.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ReturnValueTest {
    static Stream<Arguments> fitting() {
        return Stream.of(
                Arguments.of(0, "int", 0),
                Arguments.of(-128, "byte", (byte) -128),
                Arguments.of(32767, "java.lang.Short", (short) 32767),
                Arguments.of(5, "long", 5L),
                Arguments.of(Long.MIN_VALUE, "long", Long.MIN_VALUE),
                Arguments.of(1, "float", 1f),
                Arguments.of(0.5, "java.lang.Double", 0.5),
                Arguments.of(true, "boolean", true),
                Arguments.of("x", "char", 'x'),
                Arguments.of("busy", "java.lang.String", "busy"),
                Arguments.of("busy", "java.lang.Object", "busy"),
                Arguments.of(7, "java.lang.Object", 7),
                Arguments.of(7, "java.lang.Number", 7),
                Arguments.of(7, "java.math.BigInteger", BigInteger.valueOf(7)),
                Arguments.of(0.1, "java.math.BigDecimal", new BigDecimal("0.1")),
                Arguments.of(null, "com.shop.Receipt", null),
                Arguments.of(null, "java.lang.Integer", null),
                Arguments.of(null, "void", null),
                Arguments.of(7, "reactor.core.publisher.Mono", 7),
                Arguments.of(null, "reactor.core.publisher.Flux", null),
                Arguments.of("later", "io.reactivex.Single", "later"),
                Arguments.of("PAID", "com.shop.State", ReturnValue.CONSTANT));
    }

    @ParameterizedTest
    @MethodSource("fitting")
    void aValueThatFitsIsConverted(Object value, String type, Object converted) {
        assertThat(ReturnValue.of(value, type)).isEqualTo(converted);
    }

    static Stream<Arguments> unfit() {
        return Stream.of(
                Arguments.of(128, "byte", "128 is out of the range of byte"),
                Arguments.of(1L << 40, "int", "1099511627776 is out of the range of int"),
                Arguments.of(
                        BigInteger.ONE.shiftLeft(70), "long", "1180591620717411303424 is out of the range of long"),
                Arguments.of(1.5, "int", "1.5 is no int; write a whole number"),
                Arguments.of(1e300, "float", "1.0E300 is out of the range of float"),
                Arguments.of("1", "int", "'1' is no int; write a whole number"),
                Arguments.of(1, "boolean", "1 is no boolean; write true or false"),
                Arguments.of("xy", "char", "'xy' is no char; write one character in quotes"),
                Arguments.of(1, "java.lang.String", "1 is no java.lang.String; write a text in quotes"),
                Arguments.of(null, "int", "null is no int"),
                Arguments.of(
                        null, "io.reactivex.Single", "io.reactivex.Single has no empty form; write a value, or throw"),
                Arguments.of(
                        1,
                        "io.reactivex.rxjava3.core.Completable",
                        "io.reactivex.rxjava3.core.Completable gives no item; write skip"),
                Arguments.of(1, "void", "the method returns nothing; write skip"),
                Arguments.of(
                        1,
                        "com.shop.Receipt",
                        "1 is no com.shop.Receipt; only null, or the name of an enum's constant,"
                                + " can be returned here"));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void aValueThatDoesNotFitIsRefused(Object value, String type, String message) {
        assertThatThrownBy(() -> ReturnValue.of(value, type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}

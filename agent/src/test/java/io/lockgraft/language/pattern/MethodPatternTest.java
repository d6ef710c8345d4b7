package io.lockgraft.language.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.Primitives;
import io.lockgraft.language.type.TypeShape;
import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodPatternTest {
    private static final MethodShape PAY =
            method("com.shop.PayService", "payOrder", "boolean", 1, "com.shop.PayDto", "int", "java.util.Map$Entry[]");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.shop.PayService.payOrder",
                "com.shop.PayService.payOrder(..)",
                "com.shop.PayService.payOrder(PayDto, int, Entry[])",
                "com.shop.PayService.payOrder( com.shop.PayDto , int , java.util.Map.Entry... )",
                "com.shop.PayService.payOrder(PayDto<String, ? extends List<Integer>>, int, Map.Entry<K, V>[])",
                "com.shop.PayService.payOrder(PayDto, ..)",
                "com.shop.PayService.payOrder(.., Map$Entry[])",
                "com.shop.PayService.payOrder(*, int, *)",
                "com.shop.PayService.payOrder(*Dto, .., *)",
                "com.shop.PayService.payOrder(com..PayDto, ..)",
                "com.shop.PayService.pay*(..)",
                "com.shop.PayService.*",
                "com.shop.*Service.payOrder",
                "com.*.PayService.payOrder",
                "com..PayService.payOrder",
                "com..*.payOrder",
                "*..PayService.payOrder",
                "*.payOrder",
                "*.*(PayDto, ..)",
                "boolean com.shop.PayService.payOrder(..)",
                "* com.shop.PayService.payOrder(..)",
                "com.shop.PayService+.payOrder",
                " com.shop.PayService.payOrder (PayDto, int, Entry[]) ",
            })
    void thePatternTakesTheMethod(String pattern) {
        assertThat(takes(pattern, "com.shop.PayService", PAY)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.shop.PayService.payOrder()",
                "com.shop.PayService.payOrder(PayDto, int)",
                "com.shop.PayService.payOrder(PayDto, int, Entry)",
                "com.shop.PayService.payOrder(PayDto, int, Entry[][])",
                "com.shop.PayService.payOrder(Dto, ..)",
                "com.shop.PayService.payOrder(com.other.PayDto, ..)",
                "com.shop.PayService.payOrders",
                "com.shop.*.order",
                "com.*.payOrder",
                "*Service.payOrder",
                "com.shop.Pay.Service.payOrder",
                "void com.shop.PayService.payOrder(..)",
                "@Exclusive *.*(..)",
            })
    void thePatternDoesNotTakeTheMethod(String pattern) {
        assertThat(takes(pattern, "com.shop.PayService", PAY)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "com.shop.Cart.Line.add,     true",
        "com.shop.Cart$Line.add,     true",
        "com.shop.Cart.*.add,        true",
        "com.shop.*.Line.add,        true",
        "com.shop..*.add,            true",
        "com.shop..Line.add,         true",
        "com.shop.*.add,             false",
        "com.shop.Cart*.add,         false",
        "com.shop.Cart.add,          false",
    })
    void aNestedClassIsWrittenWithADotOrADollar(String pattern, boolean takes) {
        MethodShape add = method("com.shop.Cart$Line", "add", "void", 1, "int");

        assertThat(takes(pattern, "com.shop.Cart$Line", add)).isEqualTo(takes);
    }

    @Test
    void anExactClassIsNamedAsTheJvmNamesIt() {
        assertThat(parse("com.shop.Cart.Line.add").exactClass()).isEqualTo("com.shop.Cart$Line");
        assertThat(parse("com.shop.Cart.Line.add").exactClasses())
                .containsExactly(
                        "com.shop.Cart$Line", "com.shop.Cart.Line", "com.shop$Cart$Line", "com$shop$Cart$Line");
        assertThat(parse("com.shop.PayService.pay*(..)").exactClass()).isEqualTo("com.shop.PayService");
        assertThat(parse("com.shop.*.pay").exactClass()).isNull();
        assertThat(parse("com.shop.Repo+.save").exactClass()).isNull();
        assertThat(parse("@com.shop.Exclusive com.shop.Repo.save").exactClass()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "com.shop..*.pay,        com.shop.",
        "com.shop.*.pay,         com.shop.",
        "com.shop.Pay*.pay,      com.shop.",
        "com.shop.Cart.*.pay,    com.shop.",
        "com..shop.Pay.pay,      com.",
        "com.sh*.Pay.pay,        com.",
        "*.pay,                  ''",
        "*..Pay.pay,             ''",
        "com.shop.Repo+.pay,     ''",
    })
    void whatEveryMatchBeginsWithIsKnown(String pattern, String prefix) {
        assertThat(parse(pattern).fixedPackage()).isEqualTo(prefix);
    }

    @Test
    void aWildcardNeverTakesMainAndItsOwnNameDoes() {
        MethodShape main =
                method("com.shop.App", "main", "void", Modifier.PUBLIC | Modifier.STATIC, "java.lang.String[]");

        assertThat(takes("com.shop..*.*(..)", "com.shop.App", main)).isFalse();
        assertThat(takes("com.shop.App.ma*", "com.shop.App", main)).isFalse();
        assertThat(takes("com.shop.App.main", "com.shop.App", main)).isTrue();
        assertThat(takes("com.shop.App.*", "com.shop.App", method("com.shop.App", "main", "void", 1, "int")))
                .as("another method of that name")
                .isTrue();
    }

    @Test
    void aWildcardNeverTakesAProxyAndItsOwnNameDoes() {
        String proxy = "com.shop.PayService$$EnhancerBySpringCGLIB$$1a2b";
        MethodShape pay = method(proxy, "pay", "void", 1);

        assertThat(takes("com.shop..*.pay", proxy, pay)).isFalse();
        assertThat(takes("com.shop.PayService$$EnhancerBySpringCGLIB$$1a2b.pay", proxy, pay))
                .isTrue();
    }

    @Test
    void typeArgumentsAreNotComparedAndTheHintSaysSo() {
        assertThat(parse("com.shop.A.b(List<PayDto>)").hints())
                .containsExactly(
                        "the type arguments of 'List<PayDto>' are not compared: the class file of the method knows"
                                + " only 'List'");
        assertThat(parse("com.shop.A.b(List)").hints()).isEmpty();
    }

    private static boolean takes(String pattern, String owner, MethodShape method) {
        TypeShape type =
                new TypeShape(owner, 1, 52, "java.lang.Object", List.of(), List.of(), List.of(method), List.of(), null);
        return parse(pattern).matches(type, method, name -> null);
    }

    static MethodPattern parse(String pattern) {
        try {
            return MethodPattern.parse(pattern);
        } catch (io.lockgraft.spi.text.SyntaxException e) {
            throw new AssertionError(pattern + " at " + e.offset() + ": " + e.getMessage(), e);
        }
    }

    static MethodShape method(String owner, String name, String returns, int modifiers, String... parameters) {
        StringBuilder descriptor = new StringBuilder("(");
        for (String each : parameters) {
            descriptor.append(descriptor(each));
        }
        descriptor.append(')').append(descriptor(returns));
        return new MethodShape(
                owner, name, descriptor.toString(), modifiers, List.of(), List.of(), List.of(), null, List.of(), null);
    }

    private static String descriptor(String type) {
        if (type.endsWith("[]")) {
            return '[' + descriptor(type.substring(0, type.length() - 2));
        }
        Class<?> primitive = Primitives.load(type);
        return primitive == null ? 'L' + type.replace('.', '/') + ';' : primitive.descriptorString();
    }
}

package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.expression.Shop.Item;
import io.lockgraft.language.expression.Shop.Kind;
import io.lockgraft.language.expression.Shop.PayDto;
import io.lockgraft.language.expression.value.EvaluationException;
import io.lockgraft.language.expression.value.MissingPartException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
    private final PayDto dto = new PayDto("A7", 3);
    private final Bound pay = Bound.to(new Shop(), "pay");

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "GLOBAL                                 => GLOBAL",
                "PAY:{dto.orderNo}                      => PAY:A7",
                "PAY:{p0.orderNo}:{p1}                  => PAY:A7:9",
                "{{{count}}}                            => {9}",
                "{dto.amount}                           => 3",
                "{dto.id}                               => 42",
                "{dto.express}                          => true",
                "{dto.kind}                             => CARD",
                "{dto.rate}                             => 1",
                "{dto.price}                            => 12.5",
                "{dto.note}                             => n",
                "{dto.digest}                           => 01ab",
                "{dto.counts[1]}/{dto.counts.length}    => 4/2",
                "{dto.items[0].name}                    => a",
                "{dto.items[count - 8].count}           => 2",
                "{dto.items.size()}                     => 2",
                "{dto.byName.x.count}                   => 7",
                "{dto.byName['x'].count}                => 7",
                "{dto.byNumber[5]}                      => five",
                "{dto.anything}                         => any",
                "{dto.anything.length()}                => 3",
                "{dto.customer.name}                    => c1",
                "{dto.orderNo.length()}                 => 2",
                "{dto.orderNo.substring(1)}             => 7",
                "{dto.tag('x')}{dto.tag(1)}             => sxo",
                "{dto.plus(1)}                          => 4",
                "{this.region}                          => EU",
                "{this.class}                           => io.lockgraft.language.expression.Shop",
                "{1 + 2 * 3}                            => 7",
                "{(1 + 2) * 3}                          => 9",
                "{7 / 2}{7 % 2}{-count}                 => 31-9",
                "{dto.amount * 3L - dto.id}             => -33",
                "{dto.rate > -0.5 ? 'up' : 'down'}      => up",
                "{dto.price >= 12.5 and dto.price < 13} => true",
                "{'a' + 1 + 2}                          => a12",
                "{1 + 2 + 'a'}                          => 3a",
                "{dto?.customer?.name ?: 'none'}        => c1",
                "{dto.byName.y?.name ?: 'none'}         => none",
                "{count > 5 and not dto.express}        => false",
                "{!dto.express || count == 9L}          => true",
                "{dto.kind == 'CARD' ? 'card' : count}  => card",
                "{hash('abc')}                          => ba7816bf8f01cfea",
                "{ 'it\\'s' }                           => it's",
            })
    void eachExpressionMeansWhatItSays(String template, String key) throws Exception {
        assertThat(pay.problems(template)).isEmpty();
        assertThat(pay.key(template, dto, 9)).isEqualTo(key);
    }

    @Test
    void aStarGivesOneKeyForEachElement() throws Exception {
        assertThat(pay.keys("I:{dto.items[*].name}:{count}", dto, 9)).containsExactly("I:a:9", "I:b:9");
        assertThat(pay.keys("{dto.counts[*] + 1}", dto, 9)).containsExactly("4", "5");
        assertThat(pay.keys("{dto.byName.values()[*].count}", dto, 9)).containsExactly("7");
        assertThat(pay.keys("PAY:{dto.orderNo}", dto, 9)).containsExactly("PAY:A7");
        assertThat(Template.parse("I:{dto.items[*].name}").isSeveral()).isTrue();
        assertThat(Template.parse("I:{dto.items[0].name}").isSeveral()).isFalse();
    }

    @Test
    void anEmptyCollectionGivesNoKeyAndANullOneIsMissing() throws Exception {
        dto.items = List.of();
        assertThat(pay.keys("I:{dto.items[*].name}", dto, 9)).isEmpty();

        dto.items = null;
        assertThatThrownBy(() -> pay.keys("I:{dto.items[*].name}", dto, 9))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {dto.items[*].name} of the key is null: there is nothing to take [*] of");
    }

    @Test
    void valuesOfOneMeaningHaveOneText() throws Exception {
        Bound open = Bound.to(new Shop(), "open");
        UUID id = UUID.fromString("12345678-1234-1234-1234-123456789abc");
        assertThat(open.key("{dto}", 1.0, 0)).isEqualTo("1");
        assertThat(open.key("{dto}", 0.1f, 0)).isEqualTo("0.1");
        assertThat(open.key("{dto}", 2.0E-3, 0)).isEqualTo("0.002");
        assertThat(open.key("{dto}", 1e22, 0)).isEqualTo("10000000000000000000000");
        assertThat(open.key("{dto}", new BigDecimal("1.00"), 0)).isEqualTo("1");
        assertThat(open.key("{dto}", new BigDecimal("1E+2"), 0)).isEqualTo("100");
        assertThat(open.key("{dto}", new BigDecimal("1E+2000000000"), 0)).isEqualTo("1E+2000000000");
        assertThat(open.key("{dto}", Kind.CASH, 0)).isEqualTo("CASH");
        assertThat(open.key("{dto}", id, 0)).isEqualTo("12345678-1234-1234-1234-123456789abc");
        assertThat(open.key("{dto}", new java.sql.Timestamp(5), 0)).isEqualTo("5");
        assertThat(open.key("{dto}", java.util.OptionalInt.of(4), 0)).isEqualTo("4");
        assertThat(open.key("{dto}", new StringBuilder("x"), 0)).isEqualTo("x");
        assertThat(open.key("{dto}", 'c', 0)).isEqualTo("c");
    }

    @Test
    void aDayAndAnHourOfADatabaseHaveOneTextInEachTimeZone() throws Exception {
        Bound open = Bound.to(new Shop(), "open");
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "America/New_York", "Asia/Tokyo")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                assertThat(open.key("{dto}", java.sql.Date.valueOf("2024-02-29"), 0))
                        .isEqualTo("2024-02-29");
                assertThat(open.key("{dto}", java.sql.Time.valueOf("23:59:01"), 0))
                        .isEqualTo("23:59:01");
                assertThat(open.key("{dto}", new java.util.Date(5), 0)).isEqualTo("5");
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    interface Order {}

    static class Bare implements Order {}

    /** Named as CGLIB names its classes. */
    static class Bare$$EnhancerByShop extends Bare {
        private final Object target;

        Bare$$EnhancerByShop(Object target) {
            this.target = target;
        }

        @Override
        public String toString() {
            return target.toString();
        }
    }

    private static Object proxyOf(Object target) {
        return Proxy.newProxyInstance(
                Order.class.getClassLoader(),
                new Class<?>[] {Order.class},
                (proxy, method, arguments) -> method.invoke(target, arguments));
    }

    @Test
    void aProxyOfAnObjectWithoutATextHasNone() throws Exception {
        Bound open = Bound.to(new Shop(), "open");

        for (Object proxy : List.of(proxyOf(new Bare()), new Bare$$EnhancerByShop(new Bare()))) {
            for (String template : List.of("{dto}", "{hash(dto)}", "{'a' + dto}")) {
                assertThatThrownBy(() -> open.key(template, proxy, 1))
                        .isInstanceOf(EvaluationException.class)
                        .hasMessage(template + " cannot be computed: TemplateTest.Bare has no text of its own;"
                                + " name a property of it");
            }
        }
    }

    @Test
    void aProxyOfAnObjectWithATextHasThat() throws Exception {
        Bound open = Bound.to(new Shop(), "open");

        for (String text : List.of("A7", "me@cafe", "first last@1a", "com.shop.Order@1a2z", "Order@42", "@1a")) {
            Object target = new StringBuilder(text);
            assertThat(open.key("{dto}", proxyOf(target), 1)).isEqualTo(text);
            assertThat(open.key("{dto}", new Bare$$EnhancerByShop(target), 1)).isEqualTo(text);
        }
    }

    @Test
    void whatIsOpenIsLookedUpAtTheCall() throws Exception {
        Bound open = Bound.to(new Shop(), "open");
        assertThat(open.key("{dto.orderNo}", dto, 1)).isEqualTo("A7");
        assertThat(open.key("{dto.orderNo}", new HashMap<>(Map.of("orderNo", "M")), 1))
                .isEqualTo("M");
        assertThat(open.key("{dto.name}", new Item("i", 1), 1)).isEqualTo("i");
        assertThat(open.key("{dto.length}", new int[4], 1)).isEqualTo("4");
        assertThat(open.key("{dto[1]}", List.of(1, 2), 1)).isEqualTo("2");
        assertThat(open.key("{dto.getOrderNo()}", dto, 1)).isEqualTo("A7");
        assertThat(open.key("{dto.size()}", List.of(1, 2), 1)).isEqualTo("2");
        assertThat(open.keys("{dto[*]}", new ArrayList<>(List.of(1, 2)), 1)).containsExactly("1", "2");
        assertThatThrownBy(() -> open.key("{dto.orderNr}", dto, 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith(
                        "{dto.orderNr} cannot be computed: Shop.PayDto has no property 'orderNr'; it has "
                                + "orderNo, amount");
        assertThatThrownBy(() -> open.key("{dto.hidden()}", dto, 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessage(
                        "{dto.hidden()} cannot be computed: Shop.PayDto has no public method hidden() with a result");
    }

    @Test
    void genericTypesAreFollowed() throws Exception {
        Bound generic = Bound.to(new Shop(), "generic");
        assertThat(generic.key(
                        "{dto.orderNo}{items[0].name}{map.k.name}", dto, dto.items, Map.of("k", new Item("z", 1))))
                .isEqualTo("A7az");
        assertThat(generic.problems("{items[0].nam}"))
                .containsExactly("Shop.Item has no property 'nam'; it has name, count");
    }

    @Test
    void aMapOfTheApplicationHasItsOwnGettersBeforeItsKeys() throws Exception {
        Shop.Basket basket = new Shop.Basket();
        basket.put("size", 12);
        assertThat(Bound.to(new Shop(), "basket").key("{basket.owner}:{basket.size}", basket))
                .isEqualTo("me:12");
    }

    @Test
    void aGetterIsReadAsOftenAsTheTemplateSaysIt() throws Exception {
        pay.key("{dto.orderNo}", dto, 1);
        assertThat(dto.reads).isEqualTo(1);
        pay.key("{dto.orderNo ?: 'x'}", dto, 1);
        assertThat(dto.reads).isEqualTo(2);
    }

    @Test
    void aMissingPartSaysWhichItIs() {
        dto.customer = null;
        assertThatThrownBy(() -> pay.key("P:{dto.orderNo}", new PayDto(null, 1), 1))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {dto.orderNo} of the key is null");
        assertThatThrownBy(() -> pay.key("P:{dto.orderNo}", new PayDto(" \t", 1), 1))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {dto.orderNo} of the key is blank");
        assertThatThrownBy(() -> pay.key("P:{dto.customer?.name}", dto, 1))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {dto.customer?.name} of the key is null");
        assertThatThrownBy(() -> pay.key("P:{hash(dto.orderNo)}", new PayDto("", 1), 1))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {hash(dto.orderNo)} of the key is blank");
        assertThatThrownBy(() -> pay.key("P:{'x' + dto.orderNo}", new PayDto(null, 1), 1))
                .isInstanceOf(MissingPartException.class)
                .hasMessage("part {'x' + dto.orderNo} of the key is null");
    }

    @Test
    void whatCannotBeComputedSaysWhyAndTellsNoValue() {
        dto.customer = null;
        assertThatThrownBy(() -> pay.key("P:{dto.customer.name}", dto, 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessage(
                        "{dto.customer.name} cannot be computed: dto.customer is null; write dto.customer?.name where"
                                + " that is a missing part of the key, which onMissingKey is for");
        assertThatThrownBy(() -> pay.key("P:{dto.customer.name.trim()}", null, 1))
                .hasMessage(
                        "{dto.customer.name.trim()} cannot be computed: dto is null; write dto?.customer?.name?.trim()"
                                + " where that is a missing part of the key, which onMissingKey is for");
        assertThatThrownBy(() -> pay.key("P:{dto.amount > 3}", null, 1))
                .hasMessage("{dto.amount > 3} cannot be computed: dto is null");
        assertThatThrownBy(() -> pay.key("P:{dto.broken}", dto, 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("{dto.broken} cannot be computed: java.lang.IllegalStateException")
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> pay.key("P:{count / (count - 1)}", dto, 1))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("{count / (count - 1)} cannot be computed: division by zero");
        assertThatThrownBy(() -> pay.key("P:{dto.items[count].name}", dto, 2))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("{dto.items[count].name} cannot be computed: there is no element [2]: there are 2");
        dto.anything = new Object();
        assertThatThrownBy(() -> pay.key("P:{dto.anything}", dto, 2))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("{dto.anything} cannot be computed: Object has no text of its own; name a property of it");
        dto.anything = List.of(1);
        assertThatThrownBy(() -> pay.key("P:{dto.anything}", dto, 2))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("{dto.anything} cannot be computed: ImmutableCollections.List12 has no text of its own;"
                        + " take one element of it with [0], or each with [*]");
    }

    @Test
    void aMessageIsAlwaysMade() throws Exception {
        dto.customer = null;
        assertThat(pay.message("order {dto.orderNo}, {dto.items}, {dto.customer.name}", new PayDto(null, 1), 1))
                .isEqualTo("order null, [Item[name=a, count=1], Item[name=b, count=2]], c1");
        assertThat(pay.message("{dto.customer.name}", dto, 1)).isEqualTo("{dto.customer.name}");
    }

    @Test
    void aStaticMethodHasNoThis() throws Exception {
        Bound bound = Bound.toStatic(Shop.class, "payStatic");
        assertThat(bound.key("{dto.orderNo}", dto, 1)).isEqualTo("A7");
        assertThat(bound.problems("{this.region}")).containsExactly("the method is static: it has no this");
    }
}

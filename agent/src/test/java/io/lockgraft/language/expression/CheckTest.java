package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.type.TypeSource;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.testing.FailsWithout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {
    private final Bound pay = Bound.to(new Shop(), "pay");

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "{dot.orderNo}         => no parameter 'dot'; the method has dto, count",
                "{p2}                  => no parameter p2; the method has 2, p0 to p1",
                "{region}              => no parameter 'region'; the method has dto, count; its class has such "
                        + "a property: write this.region",
                "{dto.items.name}      => List has no property 'name'; take one element of it with [0], or each "
                        + "with [*]",
                "{dto.items['a'].name} => the index of dto.items must be an int, not String",
                "{dto.items[1L].name}  => the index of dto.items must be an int, not long",
                "{dto.customer.nam}    => Shop.Customer has no property 'nam'; it has name",
                "{dto.orderNo[0]}      => String has no index: dto.orderNo is no array, List or Map",
                "{count.x}             => int has no property 'x'",
                "{dto.counts.size}     => int[] has no property 'size'; it has length, and elements such as [0]",
                "{dto.byNumber.x}      => the keys of this Map are Long, never String",
                "{dto.orderNo.length}  => String has no property 'length' but a method: write length()",
                "{dto.nope()}          => Shop.PayDto has no method 'nope'; it has getBroken, getId, "
                        + "getOrderNo, isExpress, plus, tag, two",
                "{dto.hidden()}        => method hidden of Shop.PayDto is not public; an expression calls "
                        + "public methods of objects only",
                "{dto.clear()}         => method clear() of Shop.PayDto returns nothing",
                "{dto.plus('a')}       => Shop.PayDto has no method plus(String); it has plus(long)",
                "{dto.two(1, 1)}       => two(int, int) of Shop.PayDto is ambiguous: two(Integer, Object), "
                        + "two(Object, Integer) fit it equally well",
                "{dto.customer}        => Shop.Customer has no text of its own; name a property of it: name",
                "{dto.items}           => List has no text of its own; take one element of it with [0], or each "
                        + "with [*]",
                "{dto.counts}          => int[] has no text of its own; take one element of it with [0], or "
                        + "each with [*]",
                "{this}                => Shop has no text of its own; name a property of it: region",
                "{null}                => null has no text",
                "{null.x}              => null has no property 'x'",
                "{hash(dto.customer)}  => Shop.Customer has no text of its own; name a property of it: name",
                "{'a' + dto.customer}  => Shop.Customer has no text of its own; name a property of it: name",
                "{dto.kind + 1}        => + needs int or long, or a text, not Shop.Kind: dto.kind + 1",
                "{dto.orderNo - 1}     => - needs int or long, not String: dto.orderNo - 1",
                "{-dto.orderNo}        => - needs int or long, not String: -dto.orderNo",
                "{dto.price * 2}       => * needs int or long, not BigDecimal: dto.price * 2; other numbers can "
                        + "only be compared",
                "{7 / 2.5}             => / needs int or long, not double: 7 / 2.5; other numbers can only be compared",
                "{-dto.rate}           => - needs int or long, not Double: -dto.rate; other numbers can only be "
                        + "compared",
                "{dto.anything % 2}    => % needs int or long, not Object: dto.anything % 2; what it is shows "
                        + "only at the call",
                "{dto.anything.find(1)} => dto.anything is of type Object, so its methods are found at the "
                        + "call; only those without arguments can be called, not find(...)",
                "{count ?: 1}          => count is of type int and never null: ?: has no use here",
                "{count ? 1 : 2}       => count is no condition: it is of type int, not boolean",
                "{dto.byName[*]}       => Map has no elements for [*]: it is no array and no Iterable; write "
                        + "dto.byName.keySet()[*] or dto.byName.values()[*]",
                "{dto.items[*].nam}    => Shop.Item has no property 'nam'; it has name, count",
                "{count[*]}            => int has no elements for [*]: it is no array and no Iterable",
            })
    void whatDoesNotFitIsSaid(String template, String problem) throws Exception {
        assertThat(pay.problems(template)).containsExactly(problem);
        assertThat(Template.parse(template).check(pay.shape(), new LoaderTypes(Shop.class.getClassLoader())))
                .as("judged by class files")
                .containsExactly(problem);
        assertThatThrownBy(() -> pay.template(template))
                .isInstanceOf(BindException.class)
                .hasMessage(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "dto.orderNo             => dto.orderNo is no condition: it is of type String, not boolean",
                "count == 'a'            => int cannot be compared with String: count == 'a'",
                "dto.kind == 'CARDS'     => dto.kind == 'CARDS' is never true: Shop.Kind has no constant "
                        + "'CARDS'; did you mean 'CARD'?",
                "'x' != dto.kind         => 'x' != dto.kind is always true: Shop.Kind has no constant 'x'; it "
                        + "has CARD, CASH",
                "dto.uuid == 'x'         => dto.uuid == 'x' is never true: UUID is no text; write "
                        + "dto.uuid?.toString() == 'x'",
                "dto.orderNo != dto.uuid => dto.orderNo != dto.uuid is always true: UUID is no text; write "
                        + "dto.orderNo != dto.uuid?.toString()",
                "dto.note == 'n'         => dto.note == 'n' is never true: Optional is no text; write "
                        + "dto.note.orElse(null) == 'n'",
                "this.class == 'Shop'    => this.class == 'Shop' is never true: Class is no text; write "
                        + "this.class?.name == 'Shop'",
                "dto.counts == 'a'       => dto.counts == 'a' is never true: int[] is no text; write "
                        + "dto.counts[0] == 'a'",
                "dto == 'a'              => dto == 'a' is never true: Shop.PayDto is no text; compare a "
                        + "property of it: orderNo, amount, express, kind, customer, rate, price, items, "
                        + "byName, byNumber, anything, note and 6 more",
                "count == null           => int cannot be compared with null: count == null",
                "dto.express > true      => > needs values with an order (Comparable), not boolean: dto.express > true",
                "dto.customer.name < 1   => String cannot be compared with int: dto.customer.name < 1",
                "dto.counts < 1          => < needs values with an order (Comparable), not int[]: dto.counts < 1",
                "not count               => count is no condition: it is of type int, not boolean",
                "count > 1 and dto.kind  => dto.kind is no condition: it is of type Shop.Kind, not boolean",
            })
    void whatIsNoConditionIsSaid(String condition, String problem) throws Exception {
        assertThat(pay.conditionProblems(condition)).containsExactly(problem);
        assertThatThrownBy(() -> pay.holds(condition))
                .isInstanceOf(BindException.class)
                .hasMessage(problem);
    }

    @Test
    void whatMayBeEqualToATextIsNoMistake() throws Exception {
        for (String condition : List.of(
                "dto.kind == 'CASH'",
                "dto.kind != dto.orderNo",
                "dto.kind == null",
                "dto.uuid != null",
                "dto.uuid?.toString() == 'x'",
                "dto.note.orElse(null) == 'n'",
                "this.class?.name == 'Shop'",
                "dto.anything == 'x'",
                "dto.customer == 'x'",
                "dto.orderNo.charAt(0) == 'A'")) {
            assertThat(pay.conditionProblems(condition)).as(condition).isEmpty();
        }
    }

    @Test
    void aNameThatIsAlsoThePositionOfAnotherParameterIsRefused() throws Exception {
        assertThat(Bound.to(new Shop(), "transfer").problems("{p1}"))
                .containsExactly("p1 is the name of the parameter at position 0 and the position of another one, p2;"
                        + " write p0 for the one that is named p1, and p2 for the other");
        assertThat(Bound.to(new Shop(), "crossed").problems("{p0}"))
                .containsExactly("p0 is the name of the parameter at position 1 and the position of another one, p1;"
                        + " write p01 for the one that is named p0, and p00 for the other");
    }

    @Test
    void eachParameterCanBeWrittenWhateverItsName() throws Exception {
        assertThat(Bound.to(new Shop(), "transfer").key("{p0}:{p2}:{p01}", "a", "b"))
                .isEqualTo("a:b:b");
        assertThat(Bound.to(new Shop(), "crossed").key("{p00}:{p01}", "a", "b")).isEqualTo("a:b");
        assertThat(Bound.to(new Shop(), "inOrder").key("{p0}:{p1}", "a", "b")).isEqualTo("a:b");
    }

    @Test
    void ofManyPropertiesTheNearestAreToldFirst() throws Exception {
        assertThat(pay.problems("{dto.byNummer}"))
                .containsExactly("Shop.PayDto has no property 'byNummer'; it has byNumber, byName, orderNo, amount,"
                        + " express, kind, customer, rate, price, items, anything, note and 6 more");
    }

    @Test
    void allProblemsOfATemplateAreTold() throws Exception {
        assertThat(pay.problems("{a}:{b}"))
                .containsExactly(
                        "no parameter 'a'; the method has dto, count", "no parameter 'b'; the method has dto, count");
    }

    @Test
    void aMethodWithoutParametersSaysSo() throws Exception {
        assertThat(Bound.to(new Shop(), "nothing").problems("{a}"))
                .containsExactly("no parameter 'a'; the method has none");
        assertThat(Bound.to(new Shop(), "nothing").problems("{p0}"))
                .containsExactly("no parameter p0; the method has none");
    }

    @Test
    void whereNamesAreNotKnownThePositionsAreGiven() throws Exception {
        assertThat(pay.withoutNames().problems("{dto.orderNo}"))
                .containsExactly("the parameter names of Shop.pay are not in its class file (compiled without -g and"
                        + " -parameters): write p0 for the 1st (Shop.PayDto), p1 for the 2nd (int)");
        assertThat(pay.withoutNames().problems("{p0.orderNo}:{p1}")).isEmpty();
    }

    @Test
    void aClassThatCannotBeFoundIsNamed() throws Exception {
        TypeSource withoutDto = name -> name.endsWith("PayDto") ? null : loaded().find(name);
        TypeSource withoutBase = name -> name.endsWith("$Base") ? null : loaded().find(name);

        assertThat(Template.parse("{dto.orderNo}").check(pay.shape(), withoutDto))
                .containsExactly("class io.lockgraft.language.expression.Shop$PayDto cannot be found");
        assertThat(Template.parse("{dto}").check(pay.shape(), withoutDto))
                .containsExactly("class io.lockgraft.language.expression.Shop$PayDto cannot be found");
        assertThat(Template.parse("{dto.plus(1)}").check(pay.shape(), withoutDto))
                .containsExactly("class io.lockgraft.language.expression.Shop$PayDto cannot be found");
        assertThat(Template.parse("{dto.orderNo}").check(pay.shape(), withoutBase))
                .isEmpty();
        assertThat(Template.parse("{dto.id}").check(pay.shape(), withoutBase))
                .containsExactly("Shop.PayDto has no property 'id' that can be seen: class"
                        + " io.lockgraft.language.expression.Shop$Base above it cannot be found");
    }

    private static TypeSource loaded() {
        return LoadedTypes.of(Shop.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "A:dto.orderNo     => write A:{dto.orderNo}, or {'A:dto.orderNo'} where this very text is meant",
                "dto.orderNo       => write {dto.orderNo}, or {'dto.orderNo'} where this very text is meant",
                "A:p0.orderNo:x    => write A:{p0.orderNo}:x, or {'A:p0.orderNo:x'} where this very text is meant",
                "A:dto.customer.name. => write A:{dto.customer.name}., or {'A:dto.customer.name.'} where this "
                        + "very text is meant",
                "A:#count          => write A:{count}, or {'A:#count'} where this very text is meant",
                "it's #count       => write it's {count}, or {\"it's #count\"} where this very text is meant",
            })
    @FailsWithout("`PlainKey` and `Template#requireSense` refuse a key that is an expression without its braces")
    void aKeyThatIsAnExpressionWithoutItsBracesIsRefused(String key, String cure) throws Exception {
        assertThat(pay.problems(key))
                .containsExactly("all calls have the one key '" + key + "', for nothing in it is in braces; " + cure);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PAY",
                "dto.lock",
                "dto.customer",
                "my-dto.orderNo2",
                "x.dto.orderNo",
                "a#b",
                "#1",
                "{'A:dto.orderNo'}",
                "{'#dto.orderNo'}",
                "dto.orderNo={dto.orderNo}",
            })
    void aTextThatIsMeantIsNone(String key) throws Exception {
        assertThat(pay.problems(key)).isEmpty();
        assertThat(notes(key)).isEmpty();
    }

    @Test
    void theNameOfAParameterBetweenColonsIsNoted() throws Exception {
        assertThat(notes("A:count"))
                .containsExactly(
                        "all calls have the one key 'A:count', for nothing in it is in braces; write A:{count},"
                                + " or {'A:count'} where this very text is meant");
        assertThat(pay.problems("A:count")).isEmpty();
        assertThat(notes("{'A:count'}")).isEmpty();
        assertThat(notes("dto")).isEmpty();
    }

    @Test
    void aPartWhoseTypePromisesNoTextIsNoted() throws Exception {
        assertThat(notes("{dto.orderNo}:{dto.anything}:{dto.uuid}:{dto.note}:{count}"))
                .containsExactly("only the call tells whether {dto.anything}, which is of type Object, has a text; a"
                        + " value without one, as most entities are, makes the call throw: name a property of it");
        assertThat(notes("{hash(dto.anything)}{'a' + dto.anything}{dto.anything.toString()}"))
                .isEmpty();
    }

    private List<String> notes(String key) throws Exception {
        return Template.parse(key).notes(pay.shape(), loaded());
    }

    @Test
    void aMessageMayHoldAnything() throws Exception {
        assertThat(Template.parseMessage("{dto.customer} {dto.items}").check(pay.shape(), loaded()))
                .isEmpty();
        assertThat(Template.parseMessage("{dto.nope}").check(pay.shape(), loaded()))
                .hasSize(1);
    }
}

package io.lockgraft.language.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockgraft.spi.text.SyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntaxTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '~',
            value = {
                "~ ~                => 0 => a key cannot be blank",
                "PAY:{dto.orderNo   => 4 => this { is never closed; write {{ for the character",
                "PAY:}              => 4 => this } closes nothing; write }} for the character",
                "PAY:{}             => 5 => an expression is missing here, such as dto.orderNo",
                "{a.}               => 3 => the name of a property or method is expected here, not the end",
                "{a.1}              => 3 => the name of a property or method is expected here, not '1'",
                "{a b}              => 3 => 'b' is not expected here; an operator is missing before it",
                "{a +}              => 4 => a value is expected here, not the end",
                "{(a}               => 3 => this ( needs its ) before the end",
                "{a[0}              => 4 => this [ needs its ] before the end",
                "{a[*}              => 4 => [* needs its ] before the end",
                "{a[*.b}            => 4 => [* needs its ] before '.'",
                "{a.f(1, }          => 8 => a value is expected here, not the end",
                "{a.f(1}            => 6 => this call needs its ) before the end",
                "{a ? b}            => 6 => a ? needs its other half: condition ? one : other before the end",
                "{'abc}             => 1 => this ' is never closed",
                "{'a\\n'}           => 3 => a \\ stands only before ', \" or another \\",
                "{a = 1}            => 3 => '=' is no operator; two values are compared with ==",
                "{a & b}            => 3 => '&' is no operator; write and, or &&",
                "{a | b}            => 3 => '|' is no operator; write or, or ||",
                "{#dto.a}           => 1 => '#' has no meaning here; a parameter is written by its bare name, "
                        + "as in {dto.orderNo}",
                "{a {b}}            => 3 => a '{' inside an expression; close the first one with '}', or write "
                        + "{{ for the character",
                "{12abc}            => 1 => '12a' is no number; numbers are written 42, 42L or 4.2",
                "{99999999999999999999} => 1 => the number 99999999999999999999 is too large for a long",
                "{hsh(a)}           => 1 => no function 'hsh'; there is hash(x), and methods are called on an "
                        + "object: this.hsh(...)",
                "{hash()}           => 1 => hash takes one value: hash(dto.orderNo)",
                "{and}              => 1 => a value is expected here, not 'and'; write p0 for a parameter of that name",
                "{a < b < c}        => 7 => '<' is not expected here; join two comparisons with and",
                "{a[*]}{b[*]}       => 6 => there can be only one [*] in a template",
                "{a[*].b[*]}        => 7 => there can be only one [*] in a template",
                "{a ? b[*] : c}     => 6 => [*] cannot stand where it may not be computed: behind ?, ?:, and, or",
                "{a @ b}            => 3 => '@' is not expected here; an operator is missing before it",
                "{@}                => 2 => the name of an annotation is expected here, not the end",
                "{@ServiceLock}     => 13 => @ServiceLock needs its attribute, @ServiceLock.value, before the end",
                "{@ServiceLock.}    => 14 => the name of an attribute is expected here, not the end",
                "{@ServiceLock.name()} => 18 => an attribute is written without (); a method is called on it in "
                        + "a group: (@ServiceLock.name).length()",
                "{@@a.b}            => 2 => the name of an annotation is expected here, not '@'",
                "{a ~ b}            => 3 => '~' has no meaning in an expression",
            })
    void aMistakeIsSaidWithItsPlace(String template, int offset, String message) {
        SyntaxException thrown = catchThrowableOfType(SyntaxException.class, () -> Template.parse(template));

        assertThat(thrown).hasMessage(message);
        assertThat(thrown.offset()).isEqualTo(offset);
    }

    @Test
    void aConditionStandsWithoutBraces() {
        assertThat(catchThrowableOfType(SyntaxException.class, () -> Condition.parse("a > 1}")))
                .hasMessage("a condition stands without braces: dto.amount > 0");
        assertThat(catchThrowableOfType(SyntaxException.class, () -> Condition.parse("{a > 1}")))
                .hasMessage("a '{' has no place in a condition: it stands without braces, as in dto.amount > 0");
        assertThat(catchThrowableOfType(SyntaxException.class, () -> Condition.parse("a[*] > 1")))
                .hasMessage("[*] gives one key for each element; it can stand only in keys");
        assertThat(catchThrowableOfType(SyntaxException.class, () -> Condition.parse(" ")))
                .hasMessage("an expression is missing here, such as dto.orderNo");
    }

    @Test
    void depthAndLengthAreBounded() {
        assertThat(catchThrowableOfType(
                        SyntaxException.class,
                        () -> Template.parse("{" + "(".repeat(10_000) + "1" + ")".repeat(10_000) + "}")))
                .hasMessage("the expression is nested more than 50 deep");
        assertThat(catchThrowableOfType(SyntaxException.class, () -> Template.parse("{" + "-".repeat(10_000) + "1}")))
                .hasMessage("the expression is nested more than 50 deep");
        assertThat(catchThrowableOfType(SyntaxException.class, () -> Template.parse("{a" + ".b".repeat(10_000) + "}")))
                .hasMessage("the expression has more than 200 steps");
    }

    @Test
    void aTemplateReadsAsItWasWritten() throws Exception {
        assertThat(Template.parse("{{x}}:{ dto . orderNo }")).hasToString("{{x}}:{ dto . orderNo }");
        assertThat(Condition.parse("dto.amount > 0")).hasToString("dto.amount > 0");
    }
}

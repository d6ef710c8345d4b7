package io.lockgraft.language.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockgraft.spi.text.SyntaxException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatternMistakesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "com.shop.PayService | 0 | 'com.shop.PayService' names a class; add the method:"
                        + " com.shop.PayService.someMethod, or com.shop.PayService.* for all of them",
                "com.shop.PayService#pay | 19 | write '.' instead of '#', as in com.shop.PayService.payOrder(PayDto)",
                "com.shop.PayService::pay | 19 | write '.' instead of '::', as in com.shop.PayService.payOrder(PayDto)",
                "com/shop/PayService.pay | 3 | write '.' instead of '/', as in com.shop.PayService.payOrder(PayDto)",
                "payOrder | 0 | 'payOrder' has no class in front; write com.shop.SomeClass.payOrder, or *.payOrder for"
                        + " every class",
                ".payOrder | 0 | 'payOrder' has no class in front; write com.shop.SomeClass.payOrder, or *.payOrder for"
                        + " every class",
                "public void com.shop.A.b() | 0 | leave 'public' away; a pattern is class, name and parameters:"
                        + " com.shop.PayService.payOrder(PayDto)",
                "void com.shop.A b.c() | 16 | there is a space too many; a pattern is [return type]"
                        + " class.method(parameters), as in com.shop.PayService.payOrder(PayDto)",
                "com.shop.A.b(PayDto dto) | 13 | write the types alone, without the parameters' names: PayDto",
                "com.shop.A.b(final PayDto dto) | 13 | write the types alone, without the parameters' names: PayDto",
                "com.shop.A.b(int | 16 | the '(' is never closed; write ')' behind the last parameter",
                "com.shop.A.b(int) throws Exception | 18 | leave 'throws Exception' away; a pattern ends with its ')'",
                "com.shop.A.b(int,) | 17 | a parameter type is missing; write one, * for any type, or .. for "
                        + "any number of"
                        + " parameters",
                "com.shop.A.b(List<int) | 17 | the '<' is never closed; leave the type arguments away",
                "*.*(..) | 0 | '*.*(..)' is every method of every class, getters among them; name a package, a class, a"
                        + " method or an annotation, as in com.shop..*.pay*(..)",
                "* *..*+.*(int, *) | 2 | '* *..*+.*(int, *)' is every method of every class, getters among them; name a"
                        + " package, a class, a method or an annotation, as in com.shop..*.pay*(..)",
                "com.shop..pay() | 8 | '..' stands between packages; name the class too, as in com.shop..*.pay",
                "com.shop.A. | 10 | no method is named behind the last '.'; write one, or * for all",
                "com...shop.A.b | 3 | there is a '.' too many in 'com...shop.A'",
                ".A.b | 0 | there is a '.' too many in '.A'",
                "com.shop.A.b+ | 12 | '+' stands behind the class: com.shop.A+.b",
                "com.sh+op.A.b | 6 | '+' can only stand behind the class, as in com.shop.Repo+.save",
                "com.shop.A-B.c | 10 | '-' cannot stand in the name of a class",
                "com.shop.A.b% | 12 | '%' cannot stand in the name of a method",
                "@ com.shop.A.b | 1 | the name of an annotation is missing",
                "\"\" | 0 | no method is named; write one as in com.shop.PayService.payOrder(PayDto)",
                "@com.shop.Exclusive | 19 | no method is named; write one as in com.shop.PayService.payOrder(PayDto)",
            })
    void aMistakeSaysWhereItIsAndWhatToWrite(String pattern, int offset, String message) {
        SyntaxException mistake = catchThrowableOfType(SyntaxException.class, () -> MethodPattern.parse(pattern));

        assertThat(mistake).as("'%s' was read", pattern).isNotNull();
        assertThat(mistake.getMessage()).isEqualTo(message);
        assertThat(mistake.offset()).isEqualTo(offset);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "com.shop.A.<init>(int) | a constructor cannot be locked",
                "com.shop.A.new | a constructor cannot be locked",
                "com.shop.Cart.Cart(int) | a constructor cannot be locked",
                "com.shop.A.<clinit> | a static initialiser cannot be locked",
                "com.shop.A.lambda$pay$0 | the body of a lambda cannot be locked",
                "com.shop.A.access$000 | 'access$000' is the compiler's access method",
                "java.util.ArrayList.add | java.util.ArrayList is a class of the JDK",
                "javax.sql.DataSource.getConnection | javax.sql.DataSource is a class of the JDK",
                "sun.misc.Unsafe.park | sun.misc.Unsafe is a class of the JDK",
                "io.lockgraft.engine.site.Sites.add | io.lockgraft.engine.site.Sites is a class of Lockgraft itself",
            })
    void whatCannotBeLockedIsRefusedWithItsReason(String pattern, String reason) {
        SyntaxException refusal = catchThrowableOfType(SyntaxException.class, () -> MethodPattern.parse(pattern));

        assertThat(refusal).as("'%s' was read", pattern).isNotNull();
        assertThat(refusal).hasMessageStartingWith(reason);
    }

    @Test
    void subtypesOfATypeOfTheJdkMayBeNamed() throws SyntaxException {
        assertThat(MethodPattern.parse("java.util.concurrent.Callable+.call()")).isNotNull();
        assertThat(MethodPattern.parse("javax.servlet.http.HttpServlet.doPost")).isNotNull();
    }

    @Test
    void noTextMakesTheParserFailOtherwise() {
        String alphabet = "aB.*+@#()<>[]$, :/-\t%";
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(24); length > 0; length--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                MethodPattern.parse(text.toString());
            } catch (SyntaxException e) {
                assertThat(e.offset()).as(text.toString()).isBetween(0, text.length());
                assertThat(e.getMessage()).as(text.toString()).isNotEmpty();
            }
        }
    }
}

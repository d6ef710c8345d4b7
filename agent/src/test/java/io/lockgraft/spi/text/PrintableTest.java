package io.lockgraft.spi.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Unprintable;
import java.util.Random;
import org.junit.jupiter.api.Test;

@FailsWithout("`Printable` escapes what a stranger sends, so that it forges no line and reaches no terminal")
class PrintableTest {
    /** Characters that an attacker, a broken client or a right-to-left name may bring along, and plain ones. */
    private static final String ALPHABET = "aZ 0\\\"'[]:äж漢"
            + "\n\r\t\0\u0007\b\f\u001b\u007f\u0085\u009b\u2028\u2029"
            + "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
            + "\ud83d\ude00\ud800\udc00\udfff";

    @Test
    void whatIsPrintableStaysTheSameObject() {
        String key = "shop:PAY:Müller \\ 漢字 \ud83d\ude00 {a}";

        assertThat(Printable.of(key)).isSameAs(key);
        assertThat(Printable.of("")).isEmpty();
        assertThat(Printable.of(null)).isNull();
    }

    @Test
    void aLineEndCannotBeginALineNorAnEscapeSequenceReachATerminal() {
        assertThat(Printable.of("42\r\n2026-01-01T00:00:00.000Z [lockgraft] ERROR fake"))
                .isEqualTo("42\\r\\n2026-01-01T00:00:00.000Z [lockgraft] ERROR fake");
        assertThat(Printable.of("\u001b[31mred\u009b0m\u0007\t\0\u007f"))
                .isEqualTo("\\u001b[31mred\\u009b0m\\u0007\\t\\u0000\\u007f");
        assertThat(Printable.of("a\u0085b\u2028c\u2029")).isEqualTo("a\\u0085b\\u2028c\\u2029");
    }

    @Test
    void marksOfDirectionAreShown() {
        assertThat(Printable.of("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
                .isEqualTo("\\u061c\\u200e\\u200f\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069");
    }

    @Test
    void halvesOfACharacterAreShownAndWholeOnesStay() {
        assertThat(Printable.of("\ud83d")).isEqualTo("\\ud83d");
        assertThat(Printable.of("\ude00x")).isEqualTo("\\ude00x");
        assertThat(Printable.of("\ud83d\ud83d\ude00\ude00")).isEqualTo("\\ud83d\ud83d\ude00\\ude00");
    }

    @Test
    void onlyWhatWeWriteGoesOnInTheNextLine() {
        String text = "stack of \u001bx" + Printable.NEXT_LINE + "at a\nb" + Printable.NEXT_LINE + "at c";

        assertThat(Printable.lines(text).lines()).containsExactly("stack of \\u001bx", "\tat a\\nb", "\tat c");
        assertThat(Printable.lines("a\nb")).isEqualTo("a\\nb");
    }

    @Test
    void anyTextIsPrintableAndOnceIsEnough() {
        Random random = new Random(20);
        for (int i = 0; i < 100_000; i++) {
            String text = text(random);

            String printable = Printable.of(text);

            assertThat(Unprintable.in(printable)).as(printable).isEmpty();
            assertThat(Printable.of(printable)).isSameAs(printable);
            assertThat(printable.length()).isGreaterThanOrEqualTo(text.length());
        }
    }

    private static String text(Random random) {
        char[] text = new char[random.nextInt(12)];
        for (int i = 0; i < text.length; i++) {
            text[i] = random.nextInt(10) == 0
                    ? (char) random.nextInt(0x10000)
                    : ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        }
        return new String(text);
    }
}

package io.lockgraft.manage.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormsTest {
    @ParameterizedTest
    @CsvSource({
        "0,0 ms",
        "999,999 ms",
        "1000,1 s",
        "59999,59 s",
        "60000,1m 00s",
        "725000,12m 05s",
        "3600000,1h 00m",
        "14700000,4h 05m",
        "273600000,3d 04h",
        "-1,-"
    })
    void aSpanShowsItsTwoLargestUnits(long millis, String shown) {
        assertThat(Forms.spanOfMillis(millis)).isEqualTo(shown);
        assertThat(Forms.span(TimeUnit.MILLISECONDS.toNanos(millis))).isEqualTo(shown);
    }

    @Test
    void aLengthBelowAMillisecondIsShownInMicroseconds() {
        assertThat(Forms.seconds(0.00001)).isEqualTo("10 us");
        assertThat(Forms.seconds(0.00032)).isEqualTo("320 us");
        assertThat(Forms.seconds(0.001)).isEqualTo("1 ms");
        assertThat(Forms.seconds(0.063)).isEqualTo("63 ms");
        assertThat(Forms.seconds(125)).isEqualTo("2m 05s");
        assertThat(Forms.seconds(Double.NaN)).isEqualTo("-");
        assertThat(Forms.seconds(Double.POSITIVE_INFINITY)).isEqualTo("long");
    }

    @Test
    void aTableIsPaddedToItsWidestCellButNotToOneThatIsFarTooWide() {
        Table table = new Table("KEY", ">FOR", "RULE");
        table.row("K", "38 s", "pay");
        table.row("LONG", "-", "");

        assertThat(table.text()).isEqualTo("KEY    FOR  RULE\nK     38 s  pay\nLONG     -\n");

        String wide = "K".repeat(100);
        table.row(wide, "1 s", "sell");
        assertThat(table.text().lines().map(String::length)).containsExactly(72, 71, 66, 112);
    }

    @Test
    void aWordIsQuotedWhereAShellWouldReadMoreOutOfIt() {
        assertThat(ShellWord.of("shop:PAY:42")).isEqualTo("shop:PAY:42");
        assertThat(ShellWord.of("it's $HOME")).isEqualTo("'it'\\''s $HOME'");
        assertThat(ShellWord.of("")).isEqualTo("''");
    }
}

package io.lockgraft.spi.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "0s, PT0S",
        "500ms, PT0.5S",
        "10s, PT10S",
        "5m, PT5M",
        "1h, PT1H",
        "2d, PT48H",
        "PT15M, PT15M",
        "pt1m30s, PT1M30S",
        "P1D, PT24H",
        "36500d, PT876000H"
    })
    void everyFormReads(String text, String iso) throws SyntaxException {
        assertThat(Durations.parse(text)).isEqualTo(Duration.parse(iso));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "s", "5 s", "-1s", "1.5s", "1,5s", "5sec", "5S", "1m1s", "36501d", "P", "PT", "٥s"})
    void everythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Durations.parse(text)).isInstanceOf(SyntaxException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1ms", "1500ms", "90s", "5m", "1h", "25h", "30d"})
    void theTextOfADurationReadsAsTheSame(String text) throws SyntaxException {
        assertThat(Durations.text(Durations.parse(text))).isEqualTo(text);
    }

    @Test
    void theOffsetIsThatOfTheUnit() {
        assertThatThrownBy(() -> Durations.parse("10sec"))
                .isInstanceOfSatisfying(
                        SyntaxException.class, e -> assertThat(e.offset()).isEqualTo(2));
    }
}

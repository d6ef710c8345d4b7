package io.lockgraft.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UptimeTest {
    @ParameterizedTest
    @CsvSource({"0,0s", "-5,0s", "59,59s", "60,1m 00s", "725,12m 05s", "3600,1h 00m", "14700,4h 05m", "273600,3d 04h"})
    void theTwoLargestUnitsAreShown(long seconds, String shown) {
        assertThat(Uptime.text(seconds)).isEqualTo(shown);
    }

    @Test
    void whatIsNotKnownIsNotGuessed() {
        assertThat(Uptime.since(0)).isEqualTo("-");
    }
}

package io.lockgraft.benchmarks.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class HistogramTest {
    private final Histogram histogram = new Histogram();

    @Test
    void aShareOfManyTimesIsFoundToWithinTwoPercent() {
        for (long nanos = 1; nanos <= 1_000_000; nanos++) {
            histogram.add(nanos);
        }

        assertThat(histogram.at(0.5)).isCloseTo(500_000, Percentage.withPercentage(2));
        assertThat(histogram.at(0.99)).isCloseTo(990_000, Percentage.withPercentage(2));
        assertThat(histogram.at(1)).isCloseTo(1_000_000, Percentage.withPercentage(2));
        assertThat(histogram.longest()).isEqualTo(1_000_000);
        assertThat(histogram.sum()).isCloseTo(500_000_500_000L, Percentage.withPercentage(2));
    }

    @Test
    void eachTimeFallsNextToItself() {
        for (long nanos = 1; nanos > 0 && nanos < Long.MAX_VALUE / 3; nanos = nanos * 3 / 2 + 1) {
            Histogram one = new Histogram();
            one.add(nanos);

            assertThat((double) one.at(0.5)).isCloseTo((double) nanos, within(nanos * 0.016));
        }
    }

    @Test
    void oneThatWasWrittenIsReadAgain() {
        histogram.add(7);
        histogram.add(1234);
        histogram.add(98_765_432_100L);

        Histogram read = Histogram.read(histogram.written(), histogram.longest());

        assertThat(read.total()).isEqualTo(3);
        assertThat(read.longest()).isEqualTo(98_765_432_100L);
        assertThat(read.written()).isEqualTo(histogram.written());
    }

    @Test
    void theLongestCanBeTakenOut() {
        for (long nanos = 1; nanos <= 60; nanos++) {
            histogram.add(nanos);
        }

        Histogram longest = histogram.longest(2);
        Histogram left = histogram.without(longest);

        assertThat(longest.sum()).isEqualTo(59 + 60);
        assertThat(left.total()).isEqualTo(58);
        assertThat(left.at(1)).isEqualTo(58);
    }

    @Test
    void nothingHasNoTime() {
        assertThat(histogram.at(0.5)).isZero();
    }
}

package io.lockgraft.manage.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HistogramTest {
    @Test
    void eachTimeIsInTheFirstBucketWhoseBoundIsNotLess() {
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            long nanos = random.nextLong() >>> random.nextInt(64);
            if (i < Buckets.COUNT * 3) {
                nanos = Buckets.bound(i / 3) - 1 + i % 3;
            }
            int bucket = Buckets.of(nanos);
            if (nanos > Buckets.bound(bucket) || bucket > 0 && nanos > 0 && nanos <= Buckets.bound(bucket - 1)) {
                assertThat(bucket).as("bucket of " + nanos).isEqualTo(-1);
            }
        }
        assertThat(Buckets.of(-1)).isZero();
        assertThat(Buckets.of(Long.MAX_VALUE)).isEqualTo(Buckets.COUNT - 1);
        assertThat(Buckets.COUNT).isEqualTo(82);
    }

    @Test
    void aQuantileIsTheBoundThatSoManyDidNotExceed() {
        Histogram histogram = new Histogram();
        for (int i = 1; i <= 98; i++) {
            histogram.record(TimeUnit.MILLISECONDS.toNanos(4));
        }
        histogram.record(TimeUnit.SECONDS.toNanos(2));
        histogram.record(TimeUnit.SECONDS.toNanos(2));

        Distribution all = histogram.snapshot();
        assertThat(all.count()).isEqualTo(100);
        assertThat(all.quantile(0.5)).isEqualTo(0.004);
        assertThat(all.quantile(0.98)).isEqualTo(0.004);
        assertThat(all.quantile(0.99)).isEqualTo(2);
        assertThat(all.sumSeconds()).isCloseTo(4.392, withinPercentage(14.3));
        assertThat(all.upTo(0.001)).isZero();
        assertThat(all.upTo(1)).isEqualTo(98);
        assertThat(all.upTo(50)).isEqualTo(100);
    }

    @Test
    void theSumIsOffByASeventhAtMost() {
        Random random = new Random(2);
        for (int i = 0; i < 1_000; i++) {
            Histogram histogram = new Histogram();
            long nanos = (long) (20_000 * Math.pow(10, random.nextDouble() * 7));
            histogram.record(nanos);
            assertThat(histogram.snapshot().sumSeconds()).isCloseTo(nanos / 1e9, withinPercentage(14.3));
        }
    }

    /** The heap may be full where a call ends. */
    @Test
    void aCallThatGetsItsLockIsCountedWithoutAnObject() {
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        RuleMeter meter = new Meters().of("sell", new AskedStore());
        long id = Thread.currentThread().getId();
        meter.entered(1);
        meter.handedOver(1);
        meter.held(1);
        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < 100_000; i++) {
            meter.entered(i);
            meter.handedOver(i);
            meter.held(i);
        }
        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(100_000);
    }

    @Test
    void noneHaveNoQuantileAndWhatIsBeyondAllBoundsIsInfinite() {
        Histogram histogram = new Histogram();
        assertThat(histogram.snapshot().quantile(0.5)).isNaN();
        histogram.record(TimeUnit.DAYS.toNanos(1));
        assertThat(histogram.snapshot().quantile(0.5)).isInfinite();
    }

    @Test
    void whatHasComeSinceIsWhatTheRatesAreMadeOf() {
        Histogram histogram = new Histogram();
        histogram.record(TimeUnit.MILLISECONDS.toNanos(4));
        Distribution before = histogram.snapshot();
        histogram.record(TimeUnit.SECONDS.toNanos(1));

        Distribution since = histogram.snapshot().since(before);
        assertThat(since.count()).isEqualTo(1);
        assertThat(since.quantile(0.5)).isEqualTo(1);
        assertThat(since.sumSeconds()).isCloseTo(1, withinPercentage(14.3));
        assertThat(before.and(since).count()).isEqualTo(2);
    }
}

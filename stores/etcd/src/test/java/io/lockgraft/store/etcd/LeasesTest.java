package io.lockgraft.store.etcd;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import org.junit.jupiter.api.Test;

/** How long a lease at etcd lasts. */
final class LeasesTest {
    @Test
    @FailsWithout("`EtcdStore#CAPABILITIES` counts by how much a lease at etcd is longer than its lock's")
    void aLeaseAtEtcdEndsNoLaterThanTheStoreDeclares() {
        for (long lease = EtcdStore.CAPABILITIES.shortestLease(); lease < 6_000; lease++) {
            long ends = SECONDS.toMillis(Leases.seconds(MILLISECONDS.toNanos(lease))) + EtcdStore.LOOK;

            assertThat(EtcdStore.CAPABILITIES.freedAfter(lease))
                    .as("a lock of %d ms", lease)
                    .isBetween(ends, ends + 1_000);
        }
    }
}

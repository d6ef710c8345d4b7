package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Releases of which nobody can say that they came in time. */
final class Unproven {
    private static final String LATE = "nobody confirmed in time that it was held until its release";

    private Unproven() {}

    /** @param reasons of which it gives one */
    static void release(Grant held, String... reasons) throws Exception {
        require(held.release(), reasons);
    }

    /** @param reasons of which it gives one */
    static void require(CompletableFuture<Renewal> released, String... reasons) throws Exception {
        Renewal said = released.get(30, TimeUnit.SECONDS);
        if (said.isLost() && LATE.equals(said.why())) {
            return; // the machine stood still until the lease was over
        }
        assertThat(said.why()).startsWith("nobody confirms that the lock server still had it at its release: ");
        assertThat(said.cause()).as("it has gone back").isNull();
        assertThat(Arrays.stream(reasons)).anyMatch(said.why()::contains);
    }
}

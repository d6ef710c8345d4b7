package io.lockgraft.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.UnprovenException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Releases of which nobody can say that they came in time. */
final class Unproven {
    private Unproven() {}

    /** @param reasons of which it gives one */
    static void release(Grant held, String... reasons) {
        require(held.proven(held.release()), reasons);
    }

    /** @param reasons of which it gives one */
    static void require(CompletableFuture<Boolean> released, String... reasons) {
        Throwable told = catchThrowable(() -> released.get(30, TimeUnit.SECONDS));
        assertThat(told).isNotNull();
        assertThat(told.getCause())
                .isInstanceOf(UnprovenException.class)
                .hasNoCause()
                .hasMessageStartingWith("nobody confirms that the lock server still had it at its release: ");
        assertThat(Arrays.stream(reasons)).anyMatch(told.getCause().getMessage()::contains);
    }
}

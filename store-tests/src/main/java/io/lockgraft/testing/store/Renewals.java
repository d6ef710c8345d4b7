package io.lockgraft.testing.store;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** What a store says to a renewal or a release, for tests that expect it to say something. */
public final class Renewals {
    private static final long PATIENCE_SECONDS = 30;

    private Renewals() {}

    /** Whether a renewal finds the grant held; throws where that is unknown. */
    public static boolean isHeld(LockStore store, Grant grant) throws Exception {
        return isHeld(store.renew(Collections.singletonList(grant)).get(0));
    }

    /** The same for a renewal or a release that is under way. */
    public static boolean isHeld(CompletableFuture<Renewal> renewal) throws Exception {
        Renewal said = renewal.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (said.cause() != null) {
            throw new ExecutionException(said.cause());
        }
        return said.isHeld();
    }

    /** Why the store could not say; null where it has said. */
    public static Throwable cause(CompletableFuture<Renewal> renewal) throws Exception {
        return renewal.get(PATIENCE_SECONDS, TimeUnit.SECONDS).cause();
    }
}

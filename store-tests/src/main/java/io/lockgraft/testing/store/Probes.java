package io.lockgraft.testing.store;

import io.lockgraft.spi.LockStore;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** What {@code check --connect} is told by a store. */
public final class Probes {
    private Probes() {}

    /** Why it cannot be used; where it can, what it says of itself. The store is closed. */
    public static String said(LockStore opened) throws Exception {
        try (LockStore store = opened) {
            return store.probe().handle(Probes::text).get(60, TimeUnit.SECONDS);
        }
    }

    private static String text(List<String> said, Throwable failed) {
        if (failed == null) {
            return "usable: " + said;
        }
        Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
        return String.valueOf(cause.getMessage());
    }
}

package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;

/** What wants one key, in a request's name. */
interface Waiter {
    Request request();

    Owner owner();

    /** Whether it stays in the queue where the key is not free. */
    boolean waits();

    /** Completed with the reason when a key is taken away from it after it has entered. */
    CompletableFuture<String> lost();

    /** It has the key now; called once, and only where {@link Places#enter} said that it had not. */
    void entered();
}

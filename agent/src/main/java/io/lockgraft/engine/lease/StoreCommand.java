package io.lockgraft.engine.lease;

import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.spi.Grant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A command to the store about a grant, on a thread that may run it. What fails at once fails the answer. */
final class StoreCommand {
    private StoreCommand() {}

    /** Also where the grant seems lost: the store may know better. */
    static CompletableFuture<Boolean> release(Grant grant) {
        return sent(grant::release);
    }

    static CompletableFuture<Boolean> releaseAfter(Grant grant, long millis) {
        return sent(() -> grant.releaseAfter(millis));
    }

    /** What {@code released} has answered, once it is shown to be true. */
    static CompletableFuture<Boolean> proven(Grant grant, CompletableFuture<Boolean> released) {
        try {
            return StoreThread.proven(grant, released);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    static CompletableFuture<Boolean> sent(Supplier<CompletableFuture<Boolean>> command) {
        try {
            return StoreThread.ask(command);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    private static CompletableFuture<Boolean> failed(RuntimeException e) {
        CompletableFuture<Boolean> failed = new CompletableFuture<>();
        failed.completeExceptionally(e);
        return failed;
    }
}

package io.lockgraft.store.compound;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The steps of an attempt: one at a time, and what each leads to at servers outside of the lock. An exception of a
 * store ends the attempt, because no other step would follow.
 */
final class Steps {
    private final Queue<Runnable> outside = new ConcurrentLinkedQueue<>();
    private final Consumer<Throwable> brokenOff;

    /** @param brokenOff told of a fault, outside of the lock; it makes a step that does what is left outside */
    Steps(Consumer<Throwable> brokenOff) {
        this.brokenOff = brokenOff;
    }

    /** What is to be done at servers, once the lock is free. */
    Queue<Runnable> outside() {
        return outside;
    }

    void run(Runnable step) {
        try {
            synchronized (this) {
                step.run();
            }
            for (Runnable next = outside.poll(); next != null; next = outside.poll()) {
                next.run();
            }
        } catch (Throwable e) {
            brokenOff.accept(e);
        }
    }
}

package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps other processes out of the keys that this process uses. Calls about one key come one after the other, never two
 * at a time, and none of them waits. This class itself is for locks of one process, and excludes none.
 */
public class ProcessExclusion {
    /** The right of one owner to a key, as far as other processes are concerned. */
    public interface Entry {
        /** Gives it back. Returns false if it had been lost. */
        boolean leave();

        /** Reason of its loss for the log, or null. Reads what {@link ProcessExclusion#watch} has found. */
        String lost();
    }

    private static final Entry ALONE = new Entry() {
        @Override
        public boolean leave() {
            return true;
        }

        @Override
        public String lost() {
            return null;
        }
    };

    private final AtomicLong lastToken = new AtomicLong();

    /** True if no other process can hold a key, so that those who hold one in this process are all. */
    public boolean isAlone() {
        return true;
    }

    /** @throws IOException with a message that says what to do, where no key can be taken */
    public void load() throws IOException {}

    /**
     * Takes the key for the owner of the request, or returns null if another process has it. If a request waited,
     * {@link #standInLine} or {@link #enter} for the next one follows, or {@link #stopWaiting}.
     *
     * @param waits true if the request asks again, so that later requests of other processes stand behind it
     */
    public Entry enter(String key, Request request, boolean waits) {
        return ALONE;
    }

    /**
     * The request waits for another one of this process: later requests of other processes stand behind it. Called at
     * each look.
     */
    public void standInLine(String key, Request request) {}

    /** No request of this process waits for the key any more, but those for permits. */
    public void stopWaiting(String key) {}

    /**
     * The last of {@code count} consecutive tokens that no process has had, all greater than {@code above}. Returns 0
     * if none can be given now; the caller asks again.
     */
    public long lastToken(long above, int count) {
        return lastToken.updateAndGet(last -> Math.max(last, above) + count);
    }

    /** Nanoseconds until a waiter asks again; very many if only this process changes anything. */
    public long look() {
        return Long.MAX_VALUE;
    }

    /** Finds entries that have been lost, and marks them. Called each second while keys are held. */
    public void watch() {}
}

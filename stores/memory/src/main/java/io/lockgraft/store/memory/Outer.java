package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What keeps other processes out of a key while this one uses it; this one excludes none. All calls about one key come
 * one after the other, never two at a time, and none of them waits.
 */
public class Outer {
    private final AtomicLong lastToken = new AtomicLong();

    /**
     * Whether the owner of the request has the key now, as far as other processes are concerned.
     *
     * @param waits whether it is asked again until then, so that later comers of other processes stand behind
     */
    public boolean enter(String key, Request request, boolean waits) {
        return true;
    }

    /** What entered for this request has left. */
    public void leave(String key, Request request) {}

    /** No request of this process waits for the key any more. */
    public void stopWaiting(String key) {}

    /**
     * The last of so many tokens in a row that no process has had, all greater than {@code above}; 0 where it cannot
     * be said now, and is to be asked for again.
     */
    public long lastToken(long above, int count) {
        return lastToken.updateAndGet(last -> Math.max(last, above) + count);
    }

    /** In how many nanoseconds a waiter has to ask again; very many where no process but this one changes anything. */
    public long look() {
        return Long.MAX_VALUE;
    }

    /** Why all that has entered is lost, where it is; null else. Told once; asked every second while keys are held. */
    public String lost() {
        return null;
    }
}

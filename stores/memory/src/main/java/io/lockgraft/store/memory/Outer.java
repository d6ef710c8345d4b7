package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;

/**
 * What keeps other processes out of a key while this one uses it. All calls about one key come one after the other,
 * never two at a time, and none of them waits.
 */
public interface Outer {
    /** Excludes no other process. */
    Outer NONE = new Outer() {
        @Override
        public boolean enter(String key, Request request, boolean waits) {
            return true;
        }

        @Override
        public void leave(String key, Request request) {}

        @Override
        public void stopWaiting(String key) {}

        @Override
        public long lastToken(long above, int count) {
            throw new IllegalStateException("tokens are counted in memory");
        }

        @Override
        public long look() {
            return Long.MAX_VALUE;
        }

        @Override
        public String lost() {
            return null;
        }
    };

    /**
     * Whether the owner of the request has the key now, as far as other processes are concerned.
     *
     * @param waits whether it is asked again until then, so that later comers of other processes stand behind
     */
    boolean enter(String key, Request request, boolean waits);

    /** What entered for this request has left. */
    void leave(String key, Request request);

    /** No request of this process waits for the key any more. */
    void stopWaiting(String key);

    /**
     * The last of so many tokens in a row that no process has had, all greater than {@code above}; 0 where it cannot
     * be said now, and is to be asked for again.
     */
    long lastToken(long above, int count);

    /** In how many nanoseconds a waiter has to ask again; very many where no process but this one changes anything. */
    long look();

    /** Why all that has entered is lost, where it is; null else. Told once; asked every second while keys are held. */
    String lost();
}

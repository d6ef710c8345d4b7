package io.lockgraft.testing.store;

import java.util.List;

/** What a store says of waiters that lost their places in a queue because they did not come when it was their turn. */
public interface LostPlaces extends AutoCloseable {
    /** For how many milliseconds each of them so far was waited for, since it was called. */
    List<Long> waitedFor();

    @Override
    void close();

    /** Of a store where no waiter loses its place. */
    LostPlaces NONE = new LostPlaces() {
        @Override
        public List<Long> waitedFor() {
            return List.of();
        }

        @Override
        public void close() {}
    };
}

package io.lockgraft.testing;

import java.util.List;

/** What a store says of waiters that lost their places in a queue because they did not come when it was their turn. */
public interface LostPlaces extends AutoCloseable {
    /** For how many milliseconds each of them so far was waited for, since it was called. */
    List<Long> waitedFor();

    @Override
    void close();
}

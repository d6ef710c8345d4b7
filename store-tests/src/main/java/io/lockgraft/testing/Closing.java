package io.lockgraft.testing;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test has begun: all of it ends, the last first, whatever one of them says to that. */
public final class Closing implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T resource) {
        open.push(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        Exception first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}

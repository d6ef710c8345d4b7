package io.lockgraft.conformance.server;

import java.util.List;
import java.util.Set;

/** A server that a test looks into, beside all stores. */
public interface LookedInto {
    int port();

    /** Whether anybody has this key. */
    boolean isHeld(String key) throws Exception;

    /** What it has of these keys: holders and waiters. */
    Set<String> left(List<String> keys) throws Exception;

    /** Takes the key away, as an administrator does. */
    void delete(String key) throws Exception;
}

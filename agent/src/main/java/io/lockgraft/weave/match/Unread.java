package io.lockgraft.weave.match;

import io.lockgraft.spi.log.Log;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The classes of which it could not be known whether a {@code +} means them, for a super type's class file could not be
 * read as they were loaded. Of each such super type it is said once. Thread-safe.
 */
final class Unread {
    private static final int MOST = 1000;

    private final Map<String, String> byClass = new HashMap<>();
    private final Set<String> told = new HashSet<>();

    void add(String binaryName, String parent) {
        if (isFirst(binaryName, parent)) {
            Log.warn("the class file of " + parent + ", a super type of " + binaryName + ", cannot be read now. Where a"
                    + " rule's + means a class by it, that class is woven as soon as it is found loaded; calls before"
                    + " that run without their locks");
        }
    }

    private synchronized boolean isFirst(String binaryName, String parent) {
        if (byClass.size() < MOST) {
            byClass.put(binaryName, parent);
        }
        return told.size() < MOST && told.add(parent);
    }

    /** The super type that could not be read; null where there was none. */
    synchronized String of(String binaryName) {
        return byClass.get(binaryName);
    }
}

package io.lockgraft.engine.hold;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The calls that are at a gate without being at its head, by their threads: as what those are, and not as what the
 * {@code equals} of an application's own Thread says. Changed under the gate's lock, read by any thread.
 */
final class HoldersByThread {
    /** Null until a thread is. */
    private volatile ConcurrentHashMap<Object, Hold> calls;

    /** A thread as a key: an application may override {@code equals} of its own. */
    private static final class ThreadKey {
        private final Thread thread;

        ThreadKey(Thread thread) {
            this.thread = thread;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ThreadKey && ((ThreadKey) other).thread == thread;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }
    }

    /** The call of this thread, or null. */
    Hold of(Thread thread) {
        ConcurrentHashMap<Object, Hold> all = calls;
        return all == null ? null : all.get(new ThreadKey(thread));
    }

    /** A call whose thread has gone on, and come back before another thread has ended it, is kept by itself. */
    void letIn(Hold hold) {
        if (calls == null) {
            calls = new ConcurrentHashMap<>(4);
        }
        if (hold.thread() == null) {
            hold.waiter().setInsideKey(hold);
            calls.put(hold, hold);
            return;
        }
        ThreadKey key = new ThreadKey(hold.thread());
        hold.waiter().setInsideKey(key);
        Hold before = calls.get(key);
        if (before != null) {
            calls.put(before, before);
        }
        calls.put(key, hold);
    }

    /** False where it is not here. */
    boolean takeOut(Hold hold) {
        // By both: a later call of its thread may have taken its place.
        return calls != null
                && hold.waiter().insideKey() != null
                && (calls.remove(hold.waiter().insideKey(), hold) | calls.remove(hold, hold));
    }

    /** True if anybody else is. */
    boolean hasOthers(Hold hold) {
        ConcurrentHashMap<Object, Hold> all = calls;
        return all != null && all.size() > (hold.waiter().insideKey() == null ? 0 : 1);
    }

    boolean isEmpty() {
        ConcurrentHashMap<Object, Hold> all = calls;
        return all == null || all.isEmpty();
    }

    void copyTo(List<Hold> copy) {
        ConcurrentHashMap<Object, Hold> all = calls;
        if (all != null) {
            copy.addAll(all.values());
        }
    }

    void each(Consumer<Hold> look) {
        ConcurrentHashMap<Object, Hold> all = calls;
        if (all != null) {
            all.values().forEach(look);
        }
    }
}

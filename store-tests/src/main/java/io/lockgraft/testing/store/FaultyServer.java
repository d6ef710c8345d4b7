package io.lockgraft.testing.store;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.ProcessExclusion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** A lock server in memory that can fall silent. Stores are its clients. */
public final class FaultyServer {
    private final AtomicLong lastToken = new AtomicLong();
    private final LocalKeys localKeys = new LocalKeys(new ProcessExclusion() {
        @Override
        public long lastToken(long above, int count) {
            return lastToken.updateAndGet(last -> Math.max(last, above) + count);
        }
    });
    private final List<Runnable> afterThaw = new ArrayList<>();
    private final Map<String, String> entries = new HashMap<>();
    private boolean frozen;
    private long ahead;

    LocalKeys localKeys() {
        return localKeys;
    }

    public boolean isHeld(String key) {
        return Held.isHeld(localKeys, key);
    }

    /** Which owners hold these keys now, and which wait for them. */
    public Set<String> left(List<String> keys) {
        return Held.left(localKeys, keys);
    }

    /** All keys that are held now. */
    public TreeSet<String> held() {
        return Held.held(localKeys);
    }

    /** Takes a key away from its holders, and tells none of them. */
    public void delete(String key) {
        localKeys.lose(key, null);
    }

    /** Takes a key away from its holders, and tells them why. */
    public void lose(String key, String why) {
        localKeys.lose(key, why);
    }

    /** Forgets all, as a server that is restarted without its data. */
    public void empty() {
        synchronized (this) {
            entries.clear();
        }
        lastToken.set(0);
        held().forEach(this::delete);
    }

    /** Sets its clock forward. */
    public synchronized void passes(long millis) {
        ahead += millis;
    }

    /** Its entry for a namespace, once it is replaced where it is {@code before}; {@code after} is empty to read it. */
    public synchronized StoreEntry entry(String namespace, String before, String after) {
        String text = entries.getOrDefault(namespace, "");
        if (!after.isEmpty() && text.equals(before)) {
            entries.put(namespace, after);
            text = after;
        }
        return new StoreEntry(text, System.currentTimeMillis() + ahead);
    }

    public synchronized void freeze() {
        frozen = true;
    }

    public void thaw() {
        List<Runnable> late;
        synchronized (this) {
            frozen = false;
            late = new ArrayList<>(afterThaw);
            afterThaw.clear();
        }
        late.forEach(Runnable::run);
    }

    /** Runs the question now, or after the thaw. */
    void reach(Runnable question) {
        synchronized (this) {
            if (frozen) {
                afterThaw.add(question);
                return;
            }
        }
        question.run();
    }
}

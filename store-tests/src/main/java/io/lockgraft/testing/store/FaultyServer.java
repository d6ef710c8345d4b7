package io.lockgraft.testing.store;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.memory.Outer;
import io.lockgraft.store.memory.Places;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A lock server in memory that can fall silent. Stores are its clients. */
public final class FaultyServer {
    private final Places places = new Places(new Outer());
    private final List<Runnable> afterThaw = new ArrayList<>();
    private final Map<String, String> entries = new HashMap<>();
    private boolean frozen;
    private long ahead;

    Places places() {
        return places;
    }

    public boolean isHeld(String key) {
        return Held.isHeld(places, key);
    }

    /** Which owners hold these keys now, and which wait for them. */
    public Set<String> left(List<String> keys) {
        return Held.left(places, keys);
    }

    /** All keys that are held now. */
    public TreeSet<String> held() {
        return Held.held(places);
    }

    /** Takes a key away from its holders, and tells none of them. */
    public void delete(String key) {
        places.lose(key, null);
    }

    /** Takes a key away from its holders, and tells them why. */
    public void lose(String key, String why) {
        places.lose(key, why);
    }

    /** Forgets all, as a server that is restarted without its data. */
    public void empty() {
        synchronized (this) {
            entries.clear();
        }
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

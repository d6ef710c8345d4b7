package io.lockgraft.testing.store;

import io.lockgraft.store.memory.Outer;
import io.lockgraft.store.memory.Places;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A lock server in memory that can fall silent. Stores are its clients. */
public final class FaultyServer {
    private final Places places = new Places(new Outer());
    private final List<Runnable> afterThaw = new ArrayList<>();
    private boolean frozen;

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

package io.lockgraft.store.etcd;

import io.lockgraft.spi.table.Claim;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The entries of this JVM, by key and by their name. What the watch sees is told to them. */
final class Places {
    /** A place stays for so long behind its lease: a write of it may arrive late. In nanoseconds, as all here. */
    private static final long LATE = TimeUnit.MINUTES.toNanos(10);

    private static final long SWEEP = TimeUnit.MINUTES.toNanos(1);

    private final Names names;
    private final long late;
    private final long pause;
    private final ConcurrentMap<String, Map<String, Place>> byKey = new ConcurrentHashMap<>();
    private final AtomicLong swept = new AtomicLong(System.nanoTime());

    Places(Names names) {
        this(names, LATE, SWEEP);
    }

    /** @param pause between two sweeps */
    Places(Names names, long late, long pause) {
        this.names = names;
        this.late = late;
        this.pause = pause;
    }

    /** The place of the claim's owner, which is made where there is none. */
    Place of(String key, Claim claim) {
        sweep();
        String name = names.entry(key, claim.toString());
        Place[] found = new Place[1];
        byKey.compute(key, (any, there) -> {
            Map<String, Place> all = there == null ? new ConcurrentHashMap<>() : there;
            found[0] = all.computeIfAbsent(name, none -> new Place(key, name));
            found[0].claim = claim;
            return all;
        });
        return found[0];
    }

    /** Null where there is none. */
    Place find(String key, Claim claim) {
        Map<String, Place> all = byKey.get(key);
        return all == null ? null : all.get(names.entry(key, claim.toString()));
    }

    void remove(Place place) {
        byKey.computeIfPresent(place.key, (key, all) -> {
            all.remove(place.name, place);
            return all.isEmpty() ? null : all;
        });
    }

    /**
     * Forgets now and then those that were lost or have ended some time ago. A take asks for it, for only takes make
     * places: in an outage each call that fails may leave one.
     */
    private void sweep() {
        long last = swept.get();
        long now = System.nanoTime();
        if (now - last < pause || !swept.compareAndSet(last, now)) {
            return;
        }
        byKey.forEach((key, all) -> all.forEach((name, place) -> {
            if (place.isForgotten(late)) {
                remove(place);
            }
        }));
    }

    int size() {
        return byKey.values().stream().mapToInt(Map::size).sum();
    }

    /**
     * An entry has gone: its owner has lost the key, and those that wait for it look again. The event may be late, and
     * its owner may have the key anew by then.
     *
     * @param revision at which it was deleted
     */
    void gone(String name, long revision) {
        String key = names.key(name);
        Map<String, Place> all = key == null ? null : byKey.get(key);
        if (all == null) {
            return;
        }
        Place own = all.get(name);
        if (own != null && own.isLostBy(revision)) {
            own.lose("its entry in etcd has gone");
        }
        wake(all);
    }

    /** What has gone meanwhile is not known: all that wait look again. */
    void unsure() {
        byKey.values().forEach(Places::wake);
    }

    private static void wake(Map<String, Place> all) {
        all.values().stream().filter(Place::waits).forEach(place -> place.claim.askNow());
    }
}

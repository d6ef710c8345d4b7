package io.lockgraft.backend;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A lock server in memory: keys, their owners, the ends of their leases, and who waits. Backends are its clients. */
public final class MemoryStore {
    private final Map<String, Lock> locks = new HashMap<>();
    private final Map<String, ArrayDeque<Runnable>> waiting = new HashMap<>();
    private final List<Runnable> afterThaw = new ArrayList<>();
    private boolean frozen;

    private static final class Lock {
        final String owner;
        long end;

        Lock(String owner, long end) {
            this.owner = owner;
            this.end = end;
        }
    }

    synchronized boolean take(String key, String owner, long leaseMillis) {
        if (isHeld(key)) {
            return false;
        }
        locks.put(key, new Lock(owner, end(leaseMillis)));
        return true;
    }

    synchronized boolean extend(String key, String owner, long leaseMillis) {
        boolean ours = isHeldBy(key, owner);
        if (ours) {
            locks.get(key).end = end(leaseMillis);
        }
        return ours;
    }

    boolean give(String key, String owner) {
        synchronized (this) {
            if (!isHeldBy(key, owner)) {
                return false;
            }
            locks.remove(key);
        }
        wake(key);
        return true;
    }

    /** Runs it when the key is given back, or taken away. */
    synchronized void onFree(String key, Runnable waiter) {
        waiting.computeIfAbsent(key, k -> new ArrayDeque<>()).add(waiter);
    }

    private void wake(String key) {
        ArrayDeque<Runnable> waiters;
        synchronized (this) {
            waiters = waiting.remove(key);
        }
        if (waiters != null) {
            waiters.forEach(Runnable::run);
        }
    }

    public synchronized boolean isHeld(String key) {
        Lock lock = locks.get(key);
        return lock != null && lock.end - System.nanoTime() > 0;
    }

    private boolean isHeldBy(String key, String owner) {
        return isHeld(key) && locks.get(key).owner.equals(owner);
    }

    /** All keys that are held now. */
    public synchronized TreeSet<String> held() {
        Iterator<Lock> each = locks.values().iterator();
        while (each.hasNext()) {
            if (each.next().end - System.nanoTime() <= 0) {
                each.remove();
            }
        }
        return new TreeSet<>(locks.keySet());
    }

    public void delete(String key) {
        synchronized (this) {
            locks.remove(key);
        }
        wake(key);
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

    /** Runs the command now, or after the thaw. */
    void reach(Runnable command) {
        synchronized (this) {
            if (frozen) {
                afterThaw.add(command);
                return;
            }
        }
        command.run();
    }

    private static long end(long leaseMillis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(leaseMillis);
    }
}

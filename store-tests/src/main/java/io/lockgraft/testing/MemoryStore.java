package io.lockgraft.testing;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A lock server in memory: keys, their owners, the ends of their leases, and who waits. Backends are its clients. */
public final class MemoryStore {
    /** A waiter that has not asked for so long is dead. */
    private static final long PRESENCE = TimeUnit.SECONDS.toNanos(5);

    private final Map<String, Lock> locks = new HashMap<>();
    private final Map<String, ArrayDeque<Runnable>> waiting = new HashMap<>();
    private final List<Runnable> afterThaw = new ArrayList<>();
    private final List<Long> waitedFor = new ArrayList<>();
    private boolean frozen;

    /** One key: who holds it, who waits for it in which order, and its last fence token, which outlives them all. */
    private final class Lock {
        final Map<String, Holder> holders = new HashMap<>();
        final Map<String, Waiter> queue = new LinkedHashMap<>();
        long token;

        void forgetThePast() {
            holders.values().removeIf(holder -> holder.end - System.nanoTime() <= 0);
            queue.values().removeIf(waiter -> {
                boolean dead = waiter.end - System.nanoTime() <= 0;
                if (dead) {
                    waitedFor.add(waiter.waitedFor());
                }
                return dead;
            });
        }

        boolean admits(Request request, String owner) {
            forgetThePast();
            LockKind kind = request.kind();
            if (holders.containsKey(owner)) {
                return true;
            }
            if (kind == LockKind.SEMAPHORE) {
                return holders.size() < request.permits();
            }
            for (Holder holder : holders.values()) {
                if (kind != LockKind.READ || holder.kind != LockKind.READ) {
                    return false;
                }
            }
            return !isBehind(kind, owner);
        }

        /** Where the lock is free, it is the turn of the first of those in front: it has its patience, and no more. */
        private boolean isBehind(LockKind kind, String owner) {
            for (Map.Entry<String, Waiter> other : queue.entrySet()) {
                if (other.getKey().equals(owner)) {
                    return false;
                }
                if (kind != LockKind.READ || other.getValue().kind != LockKind.READ) {
                    if (holders.isEmpty()) {
                        queue.values().iterator().next().call();
                    }
                    return true;
                }
            }
            return false;
        }
    }

    /** A kind of lock, and until when it is held. */
    private static final class Holder {
        final LockKind kind;
        long end;

        Holder(LockKind kind, long end) {
            this.kind = kind;
            this.end = end;
        }
    }

    /**
     * Who wants a kind of lock; until when it counts as alive, and for how long it may keep others waiting in its turn.
     */
    private static final class Waiter {
        final LockKind kind;
        final long patience;
        long end;
        long called;

        Waiter(LockKind kind, long patience) {
            this.kind = kind;
            this.patience = kind == LockKind.FAIR ? PRESENCE : TimeUnit.MILLISECONDS.toNanos(patience);
        }

        void heard() {
            end = System.nanoTime() + PRESENCE;
            called = 0;
        }

        void call() {
            long now = System.nanoTime();
            if (now + patience - end < 0) {
                called = now;
                end = now + patience;
            }
        }

        long waitedFor() {
            return TimeUnit.NANOSECONDS.toMillis(called == 0 ? PRESENCE : System.nanoTime() - called);
        }
    }

    /**
     * Takes the keys in their order. Who waits keeps what it got before the key that is busy, and its place in that
     * one's queue; who does not gets all or nothing.
     *
     * @param patience how many milliseconds a free lock is kept for who waits, in its turn; 0 for who does not wait
     * @return the fence token, 0 where there is none; or -1 - i where the key with the number i is busy
     */
    long take(Request request, String owner, long patience) {
        long taken = tryAll(request, owner, patience);
        if (patience > 0 && taken < 0) {
            List<String> behind =
                    request.keys().subList((int) -taken, request.keys().size());
            if (behind.stream().anyMatch(key -> isHeldBy(key, owner))) {
                give(behind, owner);
            }
        }
        return taken;
    }

    private synchronized long tryAll(Request request, String owner, long patience) {
        List<String> keys = request.keys();
        if (patience == 0) {
            for (int i = 0; i < keys.size(); i++) {
                if (!lock(keys.get(i)).admits(request, owner)) {
                    return -1 - i;
                }
            }
        }
        boolean fresh = false;
        for (int i = 0; i < keys.size(); i++) {
            Lock lock = lock(keys.get(i));
            if (!lock.admits(request, owner)) {
                if (patience > 0 && request.kind() != LockKind.SEMAPHORE) {
                    lock.queue
                            .computeIfAbsent(owner, o -> new Waiter(request.kind(), patience))
                            .heard();
                }
                return -1 - i;
            }
            lock.queue.remove(owner);
            Holder holder = lock.holders.get(owner);
            fresh |= holder == null;
            lock.holders.put(owner, new Holder(request.kind(), end(request.leaseMillis())));
        }
        return request.kind() == LockKind.FENCED ? token(request, fresh) : 0;
    }

    private long token(Request request, boolean fresh) {
        int count = request.tokens();
        long last = request.tokenAbove() + count;
        for (String key : request.keys()) {
            last = Math.max(last, lock(key).token + (fresh ? count : 0));
        }
        for (String key : request.keys()) {
            lock(key).token = last;
        }
        return last - count + 1;
    }

    /** True where all of them are the owner's. */
    synchronized boolean extend(List<String> keys, String owner, long leaseMillis) {
        boolean all = true;
        for (String key : keys) {
            boolean ours = isHeldBy(key, owner);
            all &= ours;
            if (ours) {
                lock(key).holders.get(owner).end = end(leaseMillis);
            }
        }
        return all;
    }

    /** Gives back all of them, and every place in a queue; true where all of them were the owner's. */
    boolean give(List<String> keys, String owner) {
        boolean all = true;
        for (int i = keys.size() - 1; i >= 0; i--) {
            String key = keys.get(i);
            synchronized (this) {
                all &= isHeldBy(key, owner);
                lock(key).holders.remove(owner);
                lock(key).queue.remove(owner);
            }
            wake(key);
        }
        return all;
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

    private Lock lock(String key) {
        return locks.computeIfAbsent(key, k -> new Lock());
    }

    public synchronized boolean isHeld(String key) {
        Lock lock = lock(key);
        lock.forgetThePast();
        return !lock.holders.isEmpty();
    }

    private synchronized boolean isHeldBy(String key, String owner) {
        return isHeld(key) && lock(key).holders.containsKey(owner);
    }

    public LostPlaces watchPlaces() {
        return new LostPlaces() {
            @Override
            public List<Long> waitedFor() {
                synchronized (MemoryStore.this) {
                    return new ArrayList<>(waitedFor);
                }
            }

            @Override
            public void close() {}
        };
    }

    /** Who holds these keys now, and who waits for them. */
    public synchronized Set<String> left(List<String> keys) {
        Set<String> left = new TreeSet<>();
        for (String key : keys) {
            Lock lock = lock(key);
            lock.forgetThePast();
            lock.holders.keySet().forEach(owner -> left.add(owner + " holds " + key));
            lock.queue.keySet().forEach(owner -> left.add(owner + " waits for " + key));
        }
        return left;
    }

    /** All keys that are held now. */
    public synchronized TreeSet<String> held() {
        TreeSet<String> held = new TreeSet<>(locks.keySet());
        held.removeIf(key -> !isHeld(key));
        return held;
    }

    public void delete(String key) {
        synchronized (this) {
            lock(key).holders.clear();
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

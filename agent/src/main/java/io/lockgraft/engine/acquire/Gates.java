package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.lease.Keeper;
import io.lockgraft.engine.lease.ReleasePath;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The gates of all keys in use, and the way through them. However that ends, nothing is left behind: {@link
 * ReleasePath} sees to that.
 */
public final class Gates {
    private final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();
    private final StoreThread store;
    private final Jvm jvm;
    private final ReleasePath releasePath;
    private final long lastLoading;
    private final AtomicInteger connecting = new AtomicInteger();
    private volatile boolean loaded;
    private volatile boolean down;
    private volatile boolean ending;

    /** @param longestLoading how long calls wait, at most, until the store is loaded, in nanoseconds from now */
    Gates(LockStore lockStore, Jvm jvm, long longestLoading) {
        this.lastLoading = System.nanoTime() + longestLoading;
        this.store = new StoreThread(lockStore);
        this.jvm = jvm;
        this.releasePath = new ReleasePath(store, gates);
    }

    /** Before the first call, which does it otherwise. */
    public CompletableFuture<?> load() {
        return store.ask(store.lockStore()::load);
    }

    /** True if no call has to wait for the store's loading any more. */
    boolean isLoaded() {
        return loaded;
    }

    /** True if the store could not say when it was asked last, as far as calls have told that go on without it. */
    boolean isDown() {
        return down;
    }

    /** Records whether the store could say. */
    void setDown(boolean now) {
        if (down != now) {
            down = now;
        }
    }

    /** Waits for the store's loading, but not for a store that cannot be reached: that is for the call to tell. */
    void awaitLoaded() throws InterruptedException {
        connecting.incrementAndGet();
        try {
            Parking.await(load(), lastLoading);
            loaded = true;
        } finally {
            connecting.decrementAndGet();
        }
    }

    /** Number of calls that wait for the store's loading: they are at no gate yet. */
    public int connecting() {
        return connecting.get();
    }

    /** Its loading is over, be it that it has failed: that is for the calls to tell. */
    void loadedNow() {
        loaded = true;
    }

    void close() {
        releasePath.endLinger();
        keeper().close();
        store.lockStore().close();
    }

    /** Waits for the releases that are under way, until then by System.nanoTime. */
    void settle(long until) throws InterruptedException {
        for (Gate gate : gates.values()) {
            CompletableFuture<?> returning = gate.calls().returning();
            if (returning != null) {
                Parking.await(returning, until);
            }
        }
    }

    /** Ends the waits at the store, for good. The future completes when its server has heard it. */
    CompletableFuture<?> endWaiting() {
        ending = true;
        return store.ask(store.lockStore()::endWaiting);
    }

    /** True if the JVM ends, and a call that has no answer gets none any more. */
    boolean isEnding() {
        return ending;
    }

    /** Number of gates; for tests. */
    public int inUse() {
        return gates.size();
    }

    /** The gates of all keys that this JVM uses now; some may be closed meanwhile. */
    public Collection<Gate> all() {
        return gates.values();
    }

    /** True if a call holds a key or waits for one. */
    boolean isAnyCallThere() {
        return gates.values().stream().anyMatch(gate -> !gate.calls().isEmpty());
    }

    /**
     * The hold on this key that calls of this thread may enter: a body of the thread runs under it, or the thread is in
     * the transaction that keeps it; or null. One whose transaction is suspended is returned too: no call may enter
     * that now, and to wait for it would be in vain.
     */
    public Hold outer(String key) {
        Gate gate = gates.get(key);
        Hold hold = gate == null ? null : gate.calls().of(Thread.currentThread());
        return hold != null && hold.isGood() && (hold.hasBody() || hold.workHere() != null) ? hold : null;
    }

    /**
     * Takes a call through the gates to its hold. An interrupt ends the wait, one from before too; but not a call that
     * need not wait.
     *
     * @param keys sorted and distinct, those that the thread does not hold yet
     * @param outers the holds of this thread that have the others
     * @param monitor what the method enters inside of its lock; or null
     * @param begun when the wait began, by System.nanoTime
     * @param now the time, by the same clock
     */
    Acquired acquire(Site site, List<String> keys, List<Hold> outers, Object monitor, long begun, long now) {
        if (!keys.isEmpty() && Thread.interrupted()) {
            return Acquired.missed(new NoLock(NoLock.Kind.INTERRUPTED, site.rule(), site.method(), keys, 0, null));
        }
        long deadline = begun + site.waitNanos();
        Hold hold = new Hold(site, Thread.currentThread(), null, begun, now, deadline, keys, releasePath);
        boolean enters = false;
        try {
            Acquired got = Acquired.AGAIN;
            if (hold.enterOuters(outers)) {
                got = new Waiting(this, hold, monitor).await();
            }
            enters = got.isHeld() && enter(hold);
            return got.isHeld() && !enters ? Acquired.AGAIN : got;
        } finally {
            if (!enters) {
                releasePath.giveUp(hold);
            }
        }
    }

    /** Lets the call of a hold that has begun enter, and tells of it; false where its lease is over in this moment. */
    boolean enter(Hold hold) {
        if (hold.keys().isEmpty()) {
            hold.site().events().nested();
            return true;
        }
        boolean enters = hold.part().enter();
        if (enters) {
            hold.site().events().entered(hold.waiter().now() - hold.waiter().begun());
        }
        return enters;
    }

    /** The store behind these gates, and the thread that asks it for virtual threads. */
    public StoreThread store() {
        return store;
    }

    /** Names this JVM to the store. */
    public Jvm jvm() {
        return jvm;
    }

    Keeper keeper() {
        return releasePath.keeper();
    }

    /** Lets a hold begin that has its lease; false if that is over already. */
    boolean begin(Hold hold) {
        if (hold.queueMode() == QueueMode.TOGETHER) {
            for (int i = 0; i < hold.keys().size(); i++) {
                hold.gate(i).stepInside(hold, hold.waiter().now());
            }
        }
        if (hold.part() != null
                && (hold.part().limit() != null || hold.part().lease().isShared())) {
            keeper().look(hold.part().lease());
        }
        return hold.mayBegin();
    }

    /** A hold has changed its place at its gates, where the keeper may have missed it. */
    public void moved(Hold hold) {
        if (hold.part() != null) {
            keeper().look(hold.part().lease());
        }
    }

    Gate join(Hold hold, int number) {
        String key = hold.keys().get(number);
        Gate gate = gates.get(key);
        while (true) {
            if (gate == null) {
                Gate fresh = new Gate(key);
                hold.waiter().setGate(number, fresh);
                fresh.calls().admit(hold);
                gate = gates.putIfAbsent(key, fresh);
                if (gate == null) {
                    return fresh;
                }
            }
            hold.waiter().setGate(number, gate);
            if (gate.join(hold, hold.waiter().now())) {
                // What lingers here and is not for this call is in its way.
                releasePath.endLinger(gate);
                return gate;
            }
            gates.remove(key, gate);
            gate = gates.get(key);
        }
    }

    /** The way out of them. */
    public ReleasePath releasePath() {
        return releasePath;
    }
}

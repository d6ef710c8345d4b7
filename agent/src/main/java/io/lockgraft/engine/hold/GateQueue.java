package io.lockgraft.engine.hold;

import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.thread.BriefLock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The calls at a gate: the one at its head, those inside, those that wait, and whether it is closed. How a lease
 * changes hands there is in {@link Gate}, the only class of this kind; and no object of its own, because a call makes
 * as few as it can.
 *
 * <p>The lock is held for a few instructions only, and no thread stays in its queue ({@link BriefLock}). Calls wait by
 * parking outside of it.
 */
public abstract class GateQueue {
    private static final AtomicReferenceFieldUpdater<GateQueue, Hold> HEAD =
            AtomicReferenceFieldUpdater.newUpdater(GateQueue.class, Hold.class, "head");

    private final String key;
    final ReentrantLock lock;
    /** Most gates never see a second call. */
    WaitQueue queue = WaitQueue.NOBODY;

    volatile Hold head;

    final HoldersByThread inside = new HoldersByThread();

    private volatile CompletableFuture<?> returning;

    boolean closed;

    private volatile boolean refused;
    private volatile long refusedAt;

    GateQueue(String key, ReentrantLock lock) {
        this.key = key;
        this.lock = lock;
    }

    public final String key() {
        return key;
    }

    /** The call whose turn it is, or null. */
    public final Hold head() {
        return head;
    }

    /** The call of this thread that is at the head or inside, or null. */
    public final Hold of(Thread thread) {
        Hold within = inside.of(thread);
        Hold first = head;
        // One that has ended stays at the head until what it had is on its way back.
        return first != null && first.thread() == thread && (within == null || first.isGood()) ? first : within;
    }

    /** A hold that came without a thread gets one: calls of that are nested from now on. */
    public final void runsOn(Hold hold, Thread thread) {
        lock.lock();
        try {
            boolean within = inside.takeOut(hold);
            hold.waiter().runsOn(thread);
            if (within) {
                inside.letIn(hold);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The store has said that others have the key. */
    public final void isRefused(long now) {
        refusedAt = now;
        refused = true;
    }

    /** Whether it has said so since then, be it to a call that has left. */
    public final boolean wasRefusedSince(long time) {
        return refused && refusedAt - time >= 0;
    }

    /** Whether anybody but this call is inside, at a guess. */
    public final boolean hasOthersInside(Hold hold) {
        return inside.hasOthers(hold);
    }

    /** Whether a call is in the queue, at a guess and without the lock: one that joins just now may be missed. */
    public final boolean isAwaited() {
        return !queue.isEmpty();
    }

    /** The releases that are under way, or null. */
    public final CompletableFuture<?> returning() {
        return returning;
    }

    /**
     * Looks at what is held here, or lingers. At the head first: a call that steps inside is there before it leaves the
     * head.
     */
    public final void eachLease(Consumer<Lease> look) {
        show(head, look);
        inside.each(hold -> show(hold, look));
    }

    private static void show(Hold hold, Consumer<Lease> look) {
        HoldShare got = hold == null ? null : hold.grant();
        if (got != null) {
            look.accept(got.lease());
        }
    }

    /** Its first call, before anybody else can see the gate. */
    public final void admit(Hold first) {
        if (first.queueMode() == QueueMode.BESIDE) {
            inside.letIn(first);
        } else {
            // Seen with the gate itself.
            HEAD.lazySet(this, first);
        }
    }

    /** It has tried in vain, and waits for its turn like the others: among them it stands where its age puts it. */
    public final void stepBack(Hold hold) {
        lock.lock();
        try {
            inside.takeOut(hold);
            hold.waiter().tries(false);
            if (head == null) {
                head = hold;
            } else {
                waiting().addByAge(hold);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when no thread is in the midst of passing on a lease. A call that got one may see it before it is at the
     * head, and a nested call that it made now would not find it there, and wait for it.
     */
    public final void settle() {
        lock.lock();
        lock.unlock();
    }

    /** Closes the gate if no call is there and no release is under way. */
    public final boolean tidy() {
        lock.lock();
        try {
            return closeIfIdle();
        } finally {
            lock.unlock();
        }
    }

    /** Whether no call is there; releases may be under way. */
    public final boolean isEmpty() {
        return head == null && inside.isEmpty();
    }

    /** The queue, for one call more. */
    final WaitQueue waiting() {
        if (queue == WaitQueue.NOBODY) {
            queue = new WaitQueue();
        }
        return queue;
    }

    /**
     * The next call in the queue is at the head; returns it, or null. It is seen when the lock is given back, and only
     * then is any thread woken.
     */
    final Hold nextToHead() {
        Hold next = queue.poll();
        HEAD.lazySet(this, next);
        return next;
    }

    final void letTry(Hold hold) {
        inside.letIn(hold);
        hold.waiter().tries(true);
    }

    /** The first in the queue, out of its turn; returns it, or null. */
    final Hold letTryNext() {
        Hold first = queue.first();
        if (first == null || !first.waiter().mayTry()) {
            return null;
        }
        letTry(first);
        return queue.poll();
    }

    final void returns(CompletableFuture<?> released) {
        if (released != null) {
            CompletableFuture<?> before = returning;
            returning = before == null || before.isDone() ? released : CompletableFuture.allOf(before, released);
        }
    }

    final boolean closeIfIdle() {
        boolean idle = isEmpty() && (returning == null || returning.isDone());
        boolean closes = idle && !closed;
        closed |= idle;
        return closes;
    }

    static void wake(Hold next) {
        if (next != null) {
            next.waiter().wake();
        }
    }
}

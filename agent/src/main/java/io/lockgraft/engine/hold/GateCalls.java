package io.lockgraft.engine.hold;

import io.lockgraft.engine.site.QueueMode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

/**
 * The calls at a gate: the one at its head, those inside, those that wait, and whether it is closed. Changed under the
 * gate's lock, and read by any thread.
 */
public final class GateCalls {
    private static final AtomicReferenceFieldUpdater<GateCalls, Hold> HEAD =
            AtomicReferenceFieldUpdater.newUpdater(GateCalls.class, Hold.class, "head");

    /** Most gates never see a second call. */
    WaitQueue queue = WaitQueue.NOBODY;

    /** Lease that new readers join without asking the store, or null. */
    private Lease open;

    volatile Hold head;

    final HoldersByThread inside = new HoldersByThread();

    private volatile CompletableFuture<?> returning;

    boolean closed;

    private volatile boolean refused;
    private volatile long refusedAt;

    /** The call whose turn it is, or null. */
    public Hold head() {
        return head;
    }

    /** The call of this thread that is at the head or inside, or null. */
    public Hold of(Thread thread) {
        Hold within = inside.of(thread);
        Hold first = head;
        // One that has ended stays at the head until what it had is on its way back.
        return first != null && first.thread() == thread && (within == null || first.isGood()) ? first : within;
    }

    /** Records that the store has said that others have the key. */
    public void recordRefusal(long now) {
        refusedAt = now;
        refused = true;
    }

    /** True if it has said so since then, be it to a call that has left. */
    public boolean wasRefusedSince(long time) {
        return refused && refusedAt - time >= 0;
    }

    /** True if anybody but this call is inside, at a guess. */
    public boolean hasOthersInside(Hold hold) {
        return inside.hasOthers(hold);
    }

    /** True if a call that lets others in beside it has the key: a reader, or one that the store serves in turn. */
    public boolean isHeldInside() {
        boolean[] held = new boolean[1];
        inside.each(hold -> held[0] |= hold.isGood());
        return held[0];
    }

    /** True if a call is in the queue, at a guess and without the lock: one that joins just now may be missed. */
    public boolean isAwaited() {
        return !queue.isEmpty();
    }

    /** The releases that are under way, or null. */
    public CompletableFuture<?> returning() {
        return returning;
    }

    /**
     * Looks at what is held here, or lingers. At the head first: a call that steps inside is there before it leaves the
     * head.
     */
    public void eachLease(Consumer<Lease> look) {
        show(head, look);
        inside.each(hold -> show(hold, look));
    }

    private static void show(Hold hold, Consumer<Lease> look) {
        LeasePart got = hold == null ? null : hold.part();
        if (got != null) {
            look.accept(got.lease());
        }
    }

    /** Its first call, before anybody else can see the gate. */
    public void admit(Hold first) {
        if (first.queueMode() == QueueMode.BESIDE) {
            inside.letIn(first);
        } else {
            // Seen with the gate itself.
            HEAD.lazySet(this, first);
        }
    }

    /** True if no call is there; releases may be under way. */
    public boolean isEmpty() {
        return head == null && inside.isEmpty();
    }

    /** The queue, for one call more. */
    WaitQueue waiting() {
        if (queue == WaitQueue.NOBODY) {
            queue = new WaitQueue();
        }
        return queue;
    }

    /**
     * The next call in the queue is at the head; returns it, or null. It is seen when the lock is given back, and only
     * then is its thread woken.
     */
    Hold nextToHead() {
        Hold next = queue.poll();
        HEAD.lazySet(this, next);
        return next;
    }

    /** Lets a call with a permit ask the store beside the head. */
    void letTry(Hold hold) {
        inside.letIn(hold);
        hold.waiter().setTrying(true);
    }

    /** Lets the first in the queue try, out of its turn, if it may; returns it, or null. */
    Hold letTryNext() {
        Hold first = queue.first();
        if (first == null || !first.waiter().mayTry()) {
            return null;
        }
        letTry(first);
        return queue.poll();
    }

    /** @param released the answer to a release that is under way; or null */
    void addReturning(CompletableFuture<?> released) {
        if (released != null) {
            CompletableFuture<?> before = returning;
            returning = before == null || before.isDone() ? released : CompletableFuture.allOf(before, released);
        }
    }

    boolean closeIfIdle() {
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

    /** Opens the lease of a reader that steps inside: readers that come now join it without asking the store. */
    void openLease(Hold hold) {
        if (hold.hasLease() && hold.part().lease().isShared()) {
            open = hold.part().lease();
        }
    }

    /** Closes this lease: no reader joins it any more. */
    void closeLease(Lease lease) {
        open = open == lease ? null : open;
    }

    /** Lets a reader join the open lease, if there is one that it may share; true if it has joined. */
    boolean letShare(Hold hold, long now) {
        boolean shares = open != null && open.mayShare(hold, now);
        if (shares) {
            open.passTo(hold, now);
            inside.letIn(hold);
        }
        return shares;
    }

    /** The first in the queue join the open lease while they may. Wakes them under the lock, most often one or two. */
    void shareOut(long now) {
        for (Hold first = queue.first(); first != null && letShare(first, now); first = queue.first()) {
            queue.poll();
            first.waiter().wake();
        }
    }

    /** Moves a call from the inside to its place in the queue, by its age; true if it is at the head now. */
    boolean stepBack(Hold hold) {
        inside.takeOut(hold);
        hold.waiter().setTrying(false);
        if (head == null) {
            head = hold;
        } else {
            waiting().addByAge(hold);
        }
        return head == hold;
    }

    /** Gives a hold its thread; true if the hold is inside. */
    boolean attach(Hold hold, Thread thread) {
        boolean within = inside.takeOut(hold);
        hold.waiter().attach(thread);
        if (within) {
            inside.letIn(hold);
        }
        return within;
    }
}

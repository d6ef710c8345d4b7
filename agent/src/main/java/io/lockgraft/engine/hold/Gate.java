package io.lockgraft.engine.hold;

import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.thread.BriefLock;
import java.util.LinkedList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The queue of one key in this JVM: first in, first out, but for an {@link Offer}; and only the call at its head talks
 * to the backend; beside it a call with a permit may try. A call that excludes others stays at the head until it leaves; one that does not steps
 * inside as soon as it has its grant, and the next one's turn comes ({@link QueueMode}).
 *
 * <p>A state machine without waiting or backend: a call joins, is at the head when its turn comes, and leaves;
 * the last one to leave closes the gate for good, and who comes then makes a new one. The lock inside is held for a few
 * instructions only, and nobody stays in its queue ({@link BriefLock}). Calls wait by parking outside of it.
 */
@SuppressWarnings("JdkObsolete") // a list that grows by an array has the new one in it when there is no memory for that
public final class Gate {
    /** Never added to: most gates never see a second call. */
    private static final LinkedList<Hold> NOBODY = new LinkedList<>();

    private static final AtomicReferenceFieldUpdater<Gate, Hold> HEAD =
            AtomicReferenceFieldUpdater.newUpdater(Gate.class, Hold.class, "head");

    private final String key;
    private final ReentrantLock lock;
    private LinkedList<Hold> queue = NOBODY;

    private volatile Hold head;

    private final HoldersByThread inside = new HoldersByThread();

    private volatile CompletableFuture<?> returning;

    /** What readers that come now may have a share in, without asking; or null. */
    private Lease open;

    /**
     * What stays here although the call that had it has ended. That call stays at the head as well, until another one
     * takes its place or the lease is on its way back: nobody behind it asks the store before. Null mostly.
     */
    private volatile Lease lingering;

    /**
     * What the first in the queue is offered. The call that had it stays at the head meanwhile. Null until there is a
     * queue.
     */
    private Offer offer;

    private boolean closed;

    private volatile boolean refused;
    private volatile long refusedAt;

    public Gate(String key) {
        this(key, new BriefLock());
    }

    public Gate(String key, ReentrantLock lock) {
        this.key = key;
        this.lock = lock;
    }

    public String key() {
        return key;
    }

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

    /** A hold that came without a thread gets one: calls of that are nested from now on. */
    public void runsOn(Hold hold, Thread thread) {
        lock();
        try {
            boolean within = inside.takeOut(hold);
            hold.runsOn(thread);
            if (within) {
                inside.letIn(hold);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The store has said that others have the key. */
    public void isRefused(long now) {
        refusedAt = now;
        refused = true;
    }

    /** Whether it has said so since then, be it to a call that has left. */
    public boolean wasRefusedSince(long time) {
        return refused && refusedAt - time >= 0;
    }

    /** Whether anybody but this call is inside, at a guess. */
    public boolean hasOthersInside(Hold hold) {
        return inside.hasOthers(hold);
    }

    /** Whether somebody is in the queue, at a guess and without the lock: who joins in this moment may be missed. */
    public boolean isAwaited() {
        return !queue.isEmpty();
    }

    /** The releases that are under way, or null. */
    public CompletableFuture<?> returning() {
        return returning;
    }

    /**
     * Looks at what is held here, or lingers. At the head first: who steps inside is there before it leaves the head.
     */
    public void eachLease(Consumer<Lease> look) {
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
    public void admit(Hold first) {
        if (first.passage() == QueueMode.BESIDE) {
            inside.letIn(first);
        } else {
            // Seen with the gate itself.
            HEAD.lazySet(this, first);
        }
    }

    /**
     * Takes a place at the end of the queue; or inside, where its kind does not queue, where there may be room for it
     * as well as for the head, or where nobody waits and it gets a share in what readers have; or at the head, with the
     * lease that lingers there, or that the first in the queue is offered and has not taken. False: the gate has been
     * closed.
     */
    public boolean join(Hold hold, long now) {
        lock();
        try {
            if (closed) {
                return false;
            }
            if (hold.passage() == QueueMode.BESIDE) {
                inside.letIn(hold);
            } else if (head == null) {
                head = shares(hold, now) ? null : hold;
            } else if (hold.mayTry() && !head.isBusy() && (queue.isEmpty() || hold.deadline() - now <= 0)) {
                letTry(hold);
            } else if (!resumes(hold, now) && !overtakes(hold, now)) {
                waits(hold, queue.size());
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** It has tried in vain, and waits for its turn like the others: among them it stands where its age puts it. */
    public void stepBack(Hold hold) {
        lock();
        try {
            inside.takeOut(hold);
            hold.tries(false);
            if (head == null) {
                head = hold;
            } else {
                waits(hold, olderThan(hold));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * From the head to the inside, with its grant; those behind it who may share that go with it, and the turn of the
     * one behind them comes. Where the store had room for it at once there may be more: one more than those who had it
     * may try. Nothing where it has left already.
     */
    public void stepInside(Hold hold, long now) {
        Hold next = null;
        Hold another = null;
        lock();
        try {
            if (head == hold) {
                inside.letIn(hold);
                open = hold.hasGrant() && hold.grant().lease().isShared()
                        ? hold.grant().lease()
                        : open;
                try {
                    shareOut(now);
                } finally {
                    next = queue.poll();
                    head = next;
                }
            } else if (hold.tries()) {
                next = letTryNext();
            }
            if (hold.mayTry() && !hold.grant().lease().wasContended()) {
                another = letTryNext();
            }
        } finally {
            lock.unlock();
            wake(next);
            wake(another);
        }
    }

    /**
     * A reader that has ended no longer has a share.
     *
     * @return whether it was the last one, which must give the lease back
     */
    public boolean leaveShared(HoldShare grant) {
        lock();
        try {
            boolean last = grant.lease().leaves(grant);
            if (last && open == grant.lease()) {
                open = null;
            }
            return last;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A hold that has ended passes its lease on to the next call in the queue, which is at the head then and runs, or
     * offers it to that one; or, where nobody waits and the lease may linger, to the next one that comes. Makes no object. False where
     * the lease must go back.
     */
    public boolean passOn(HoldShare grant, long now) {
        Hold next = null;
        lock();
        try {
            boolean atHead = head == grant.hold();
            Hold first = atHead ? queue.peek() : null;
            boolean lingers =
                    atHead && first == null && inside.isEmpty() && grant.lease().lingers(grant, now);
            if (lingers) {
                lingering = grant.lease();
            } else if (first != null && grant.lease().mayPass(grant, first, now)) {
                next = first;
                if (offer.suits(grant.hold(), first, now)) {
                    offer.make(grant.lease());
                } else {
                    toFirst(next, grant.lease(), now);
                }
            }
            return lingers || next != null;
        } finally {
            lock.unlock();
            wake(next);
        }
    }

    /**
     * What this call is offered, it has from now on. By its own thread, when it is awake.
     *
     * @return false where it must go on waiting: it is offered nothing, or a call that has come meanwhile was faster.
     *     Else its turn has come, maybe by another way: who waits for the lock in here may have been woken for that, and
     *     nobody wakes it again
     */
    public boolean accept(Hold hold) {
        if (offered() == null) {
            return false;
        }
        lock();
        try {
            return accepts(hold) || head == hold || hold.grant() != null;
        } finally {
            lock.unlock();
        }
    }

    /** Whether what this hold had is another one's now, or offered to one. */
    public boolean hasPassedOn(HoldShare grant) {
        lock();
        try {
            return grant.lease().speaker() != grant.hold() || offered() == grant.lease();
        } finally {
            lock.unlock();
        }
    }

    /** What the first in the queue is offered, or null. */
    Lease offered() {
        Offer its = offer;
        return its == null ? null : its.lease();
    }

    /** The lease that lingers here, or null. */
    public Lease lingering() {
        return lingering;
    }

    /**
     * This lease lingers no longer; true for the one caller that must give it back, and then leave in its last holder's
     * name.
     */
    public boolean endLinger(Lease lease) {
        lock();
        try {
            boolean ends = lingering == lease;
            if (ends) {
                lingering = null;
            }
            return ends;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when nobody is in the midst of passing on a lease. Who has got one may see it before it is at the head,
     * and a nested call that it made now would not find it there, and wait for it.
     */
    public void settle() {
        lock();
        lock.unlock();
    }

    /**
     * Gives up the place, wherever it is; the next call's turn comes, if it was the head. Twice is harmless. Who gives
     * up waiting and has been passed a lease in this moment, or is offered one, stays, for it has that to pass on or to
     * give back.
     *
     * @param released the answer to the release of this hold's grant, or null
     * @return whether the gate was closed by it
     */
    public boolean leave(Hold hold, CompletableFuture<?> released) {
        Hold next = null;
        lock();
        try {
            if (hold.hasGrant() || accepts(hold)) {
                return false;
            } else if (head == hold) {
                next = queue.poll();
                // Seen when the lock is given back, at the latest; and only then is anybody woken.
                HEAD.lazySet(this, next);
            } else if (!inside.takeOut(hold)) {
                queue.remove(hold);
            }
            // Also where the call has left already: its body ended while the keeper was about to release it early.
            returns(released);
            return closeIfIdle();
        } finally {
            lock.unlock();
            wake(next);
        }
    }

    /** Closes the gate if nobody is there and no release is under way. */
    public boolean tidy() {
        lock();
        try {
            return closeIfIdle();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nobody is there; releases may be under way. */
    public boolean isEmpty() {
        return head == null && inside.isEmpty();
    }

    /**
     * On Java 8 a lock that is contended makes an object, for which there may be no memory; without it a place here
     * would never be given up.
     */
    private void lock() {
        try {
            lock.lock();
        } catch (OutOfMemoryError e) {
            while (!lock.tryLock()) {
                Thread.yield();
            }
        }
    }

    private boolean resumes(Hold hold, long now) {
        Lease idle = lingering;
        boolean resumes = idle != null && queue.isEmpty() && idle.mayResume(hold, now);
        if (resumes) {
            idle.passTo(hold, now);
            lingering = null;
            head = hold;
        }
        return resumes;
    }

    private boolean overtakes(Hold hold, long now) {
        Lease free = offered();
        boolean overtakes = free != null && offer.isOpen(now) && free.mayOvertake(hold, queue.peek(), now);
        if (overtakes) {
            offer.end();
            free.passTo(hold, now);
            head = hold;
        }
        return overtakes;
    }

    /** Who is first is who it was made for: nobody steps back in front of it, for what tries has keys of its own. */
    private boolean accepts(Hold hold) {
        Lease its = offered();
        boolean accepts = its != null && queue.peek() == hold;
        if (accepts) {
            offer.end();
            // An earlier look may lie before the hold of one that has overtaken it meanwhile.
            hold.looks();
            toFirst(hold, its, hold.now());
        }
        return accepts;
    }

    private void toFirst(Hold first, Lease lease, long now) {
        lease.passTo(first, now);
        queue.poll();
        head = first;
        offer.forget();
    }

    private void waits(Hold hold, int place) {
        if (queue == NOBODY) {
            offer = new Offer();
            queue = new LinkedList<>();
        }
        queue.add(place, hold);
    }

    /** How many in the queue are older, which it stands behind: mostly none, it has been on its way to the store. */
    private int olderThan(Hold hold) {
        int older = 0;
        for (Hold each : queue) {
            if (each.begun() - hold.begun() > 0) {
                break;
            }
            older++;
        }
        return older;
    }

    private void letTry(Hold hold) {
        inside.letIn(hold);
        hold.tries(true);
    }

    /** The first in the queue, out of its turn; returns it, or null. */
    private Hold letTryNext() {
        Hold first = queue.peek();
        if (first == null || !first.mayTry()) {
            return null;
        }
        letTry(first);
        return queue.poll();
    }

    private boolean shares(Hold hold, long now) {
        boolean shares = open != null && open.mayShare(hold, now);
        if (shares) {
            open.passTo(hold, now);
            inside.letIn(hold);
        }
        return shares;
    }

    private void shareOut(long now) {
        for (Hold first = queue.peek(); first != null && shares(first, now); first = queue.peek()) {
            queue.poll();
            first.wake();
        }
    }

    private void returns(CompletableFuture<?> released) {
        if (released != null) {
            CompletableFuture<?> before = returning;
            returning = before == null || before.isDone() ? released : CompletableFuture.allOf(before, released);
        }
    }

    private boolean closeIfIdle() {
        boolean idle = isEmpty() && (returning == null || returning.isDone());
        boolean closes = idle && !closed;
        closed |= idle;
        return closes;
    }

    private static void wake(Hold next) {
        if (next != null) {
            next.wake();
        }
    }
}

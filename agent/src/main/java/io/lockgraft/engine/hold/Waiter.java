package io.lockgraft.engine.hold;

import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.log.Log;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One call's wait for its {@link Hold}: since when, until when, at which gate of its keys, and what wakes it. */
public final class Waiter {
    private final Hold hold;
    private final Site site;
    private Thread thread;
    /** Run in place of waking the thread, where none waits; else null. */
    private final Runnable onTurn;

    private final long begun;
    private final long deadline;
    private long now;
    private final List<String> keys;
    /** Null where there is one key, whose gate is the one where it is. */
    private final Gate[] gates;

    /** Gate where this call waits. Other threads may read a stale value. */
    private Gate at;

    private volatile Attempt attempt;
    /** When the attempt began. Written before it. */
    private long askedAt;

    private volatile boolean tries;
    private Object insideKey;

    Waiter(
            Hold hold,
            Site site,
            Thread thread,
            Runnable onTurn,
            long begun,
            long now,
            long deadline,
            List<String> keys) {
        this.hold = hold;
        this.onTurn = onTurn;
        this.site = site;
        this.thread = thread;
        this.begun = begun;
        this.deadline = deadline;
        this.now = now;
        this.keys = keys;
        this.gates = keys.size() == 1 ? null : new Gate[keys.size()];
    }

    public Site site() {
        return site;
    }

    /** Null until a thread runs the body of an asynchronous call. */
    public Thread thread() {
        return thread;
    }

    /** Sets the thread on which a body begins. Called under the gates' locks. */
    void attach(Thread its) {
        thread = its;
    }

    /** When the waiting began and when it must end, by System.nanoTime. */
    public long begun() {
        return begun;
    }

    public long deadline() {
        return deadline;
    }

    /**
     * The time by its own thread's last look, which it takes when it comes, each time it has waited for something, and
     * when it has its lease: a look costs as much as all else that it does at a gate where no call is.
     */
    public long now() {
        return now;
    }

    /** Takes a look at the clock, for {@link #now}. */
    public void readClock() {
        now = System.nanoTime();
    }

    public List<String> keys() {
        return keys;
    }

    public QueueMode queueMode() {
        return site.queueMode();
    }

    /** The gate of this one of its keys; null where it has not come to it. */
    public Gate gate(int key) {
        return gates == null ? at : gates[key];
    }

    /** Sets the gate of this one of its keys, which the call is about to join. */
    public void setGate(int key, Gate gate) {
        if (gates != null) {
            gates[key] = gate;
        }
        at = gate;
    }

    /** The key that the call came to last; null before the first. Other threads may read a stale value. */
    public String awaited() {
        Gate last = at;
        return last == null ? null : last.key();
    }

    /** Key of this call inside of a gate; null if it has not been there. Called under the gate's lock. */
    Object insideKey() {
        return insideKey;
    }

    void setInsideKey(Object key) {
        insideKey = key;
    }

    /** True if the store may be asked for it once while others ask: where there is room for several calls. */
    boolean mayTry() {
        return site.lock() == LockKind.SEMAPHORE && keys.size() == 1;
    }

    /**
     * Sets whether the call asks the store once, beside the head and not in its turn; false once it has been refused.
     * Called under the gate's lock.
     */
    public void setTrying(boolean beside) {
        tries = beside;
    }

    public boolean isTrying() {
        return tries;
    }

    /** Sets the attempt that waits for the store's answer. */
    public void setAttempt(Attempt asking) {
        askedAt = now;
        attempt = asking;
    }

    /** The attempt that waits for the store's answer, or null. */
    public Attempt attempt() {
        return attempt;
    }

    /** When {@link #attempt} began, by System.nanoTime; to be asked for behind that. */
    public long askedAt() {
        return askedAt;
    }

    /** Drops the attempt, whose answer is used. */
    void clearAttempt() {
        if (attempt != null) {
            attempt = null;
        }
    }

    /**
     * True if the calls queued behind this one may report "busy" rather than "unavailable": this call has the key, or
     * waits for one that does, be it at the gate of another key.
     */
    public boolean isBusy() {
        Waiter each = this;
        while (each != null) {
            Attempt asking = each.attempt;
            if (each.hold.keepsOthersOut() || asking != null && asking.isContended()) {
                return true;
            }
            Hold before = each.at.head();
            each = before == null || before == each.hold ? null : before.waiter();
        }
        return false;
    }

    /**
     * Who holds the key that it waits for, itself or behind others: a call of this JVM by its thread and its rule,
     * another JVM as the store tells; null where not known.
     */
    public String holder() {
        Waiter each = this;
        while (each != null) {
            if (each.hold.keepsOthersOut()) {
                return told(each.hold);
            }
            Attempt asking = each.attempt;
            if (asking != null && asking.isContended()) {
                return asking.holder();
            }
            Hold before = each.at.head();
            each = before == null || before == each.hold ? null : before.waiter();
        }
        return null;
    }

    private static String told(Hold here) {
        Thread thread = here.thread();
        return "this JVM (" + (thread == null ? "" : "thread '" + Log.name(thread) + "', ") + "rule '"
                + here.site().rule().name() + "')";
    }

    /** Lets the call look whether its turn has come, or its answer. */
    public void wake() {
        if (onTurn != null) {
            onTurn.run();
        } else {
            LockSupport.unpark(thread);
        }
    }
}

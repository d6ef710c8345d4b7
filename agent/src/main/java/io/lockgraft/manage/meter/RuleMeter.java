package io.lockgraft.manage.meter;

import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What is counted and measured of the calls of one rule. Nothing here waits, nor makes an object on the way of a call
 * that gets its lock. Without a lambda: meters are made before main, where an early Java 8 crashes on one.
 */
public final class RuleMeter {
    /** How often more it looks where calls have ended meanwhile. */
    private static final int LOOKS = 3;

    private final String rule;
    private volatile StoreState store;
    private final Histogram waited = new Histogram();
    private final Histogram heldUntilHandedOver = new Histogram();
    private final Histogram held = new Histogram();
    private final Counters counters = new Counters(waited, heldUntilHandedOver);
    /** Made by the first of these calls: most rules have none. */
    private final AtomicReference<Histogram> waitedInVain = new AtomicReference<>();

    RuleMeter(String rule, StoreState store) {
        this.rule = rule;
        this.store = store;
    }

    public String rule() {
        return rule;
    }

    /** The store of its locks. */
    public StoreState store() {
        return store;
    }

    /** The rule was read again, and may have another store. */
    void moveTo(StoreState another) {
        store = another;
    }

    public Counters counters() {
        return counters;
    }

    public void count(Event event) {
        counters.count(event);
    }

    /** A call has its lock, after so long a wait. */
    public void entered(long waitedNanos) {
        waited.record(waitedNanos);
    }

    /** A call has waited so long, and gets no lock. */
    public void waitedInVain(long nanos) {
        if (waitedInVain.get() == null) {
            waitedInVain.compareAndSet(null, new Histogram());
        }
        waitedInVain.get().record(nanos);
    }

    /** A call that held its lock so long has ended, and the next one has its lease. */
    public void handedOver(long heldNanos) {
        heldUntilHandedOver.record(heldNanos);
    }

    /** A call that held its lock so long has ended in another way. */
    public void held(long nanos) {
        held.record(nanos);
    }

    /**
     * What was counted until now. Calls end between one sum and the next; how many are inside is exact where none did,
     * and else not too many.
     */
    public RuleNumbers numbers() {
        Histogram vain = waitedInVain.get();
        Distribution all = vain == null ? waited.snapshot() : waited.snapshot().and(vain.snapshot());
        Distribution before = ended();
        Map<String, Long> counts = counters.all();
        Distribution ended = ended();
        for (int more = LOOKS; more > 0 && ended.count() != before.count(); more--) {
            before = ended;
            counts = counters.all();
            ended = ended();
        }
        return new RuleNumbers(rule, store.name(), counts, all, ended);
    }

    private Distribution ended() {
        return held.snapshot().and(heldUntilHandedOver.snapshot());
    }
}

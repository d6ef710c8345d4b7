package io.lockgraft.engine.event;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.manage.meter.StoreState;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether the calls of this JVM find one store: since when they do not, and why. The log has a line when an outage
 * begins, one a minute while it lasts, and one when it ends, however many rules the store has. A call that finds the
 * store costs three volatile reads. Without calls nothing is known anew, but where the store is asked.
 *
 * <p>A part of a store's servers may be gone, so that some calls succeed and others do not. Then the state would change
 * with every call. So an outage that follows another one within a minute ends only after a pause without refusals.
 *
 * <p>What a store refuses for good may be all calls, as by a wrong password, or those of one key, as of one that is too
 * long for it. So a refusal begins an outage only where the store has not answered a call for some seconds of refusals;
 * for more of them where an answer has shown such an outage to be of some keys.
 */
public final class StoreHealth implements StoreState {
    /** A store that has refused for so long, and answered no call, refuses all. */
    private static final long REFUSALS = TimeUnit.SECONDS.toNanos(5);

    private static final long MOST_REFUSALS = TimeUnit.MINUTES.toNanos(5);

    private final String id;
    private final String store;
    private final EngineListener more;
    private final Set<String> rules = new ConcurrentSkipListSet<>();
    private final AtomicReference<Outage> current = new AtomicReference<>();
    private volatile Outage last;
    /** True if the store has answered a call since it refused one. */
    private volatile boolean answering;
    /** True if the store has answered a call since somebody wanted to know. */
    private volatile boolean heard;
    /** True once the store was connected, or could not be, or a call has asked it. */
    private volatile boolean askable;
    /** How many questions in a row it has not answered. This JVM may have stood still during one. */
    private volatile int missed;
    /** When it began to refuse, without an answer since. */
    private volatile long refusing = System.nanoTime() - REFUSALS;
    /** For how long refusals alone are no outage. */
    private volatile long patience = REFUSALS;

    /** Lines about the leases of all rules that have them from this store. */
    final RateLimited atRisk = new RateLimited();

    final RateLimited releasedLate = new RateLimited();

    /**
     * @param id its name in the rules file; empty for the only one
     * @param store how its lines begin: {@code store 'fast' (address)}
     * @param more hears when an outage begins and when it ends, behind the log
     */
    StoreHealth(String id, String store, EngineListener more) {
        this.id = id;
        this.more = more;
        this.store = store;
    }

    /** Records that a rule has its locks there. */
    void addRule(String name) {
        rules.add(name);
    }

    /** The store as a reader knows it: its name in the rules file, and where it is. */
    @Override
    public String toString() {
        return store;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public boolean isUp() {
        return current.get() == null;
    }

    @Override
    public double downSeconds() {
        Outage outage = current.get();
        return outage == null ? 0 : outage.nanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    public String why() {
        Outage outage = current.get();
        return outage == null ? "" : outage.why();
    }

    /** The outage under way; null while the store answers, and before the first call. */
    public Outage outage() {
        return current.get();
    }

    /** True if this call alone may be refused: the store is up, and has answered others a moment ago. */
    boolean isRefusalOfOne(NoLock miss) {
        return isRefusalOfOne(miss, System.nanoTime());
    }

    boolean isRefusalOfOne(NoLock miss, long now) {
        if (!miss.isLasting() || !isUp()) {
            return false;
        }
        if (answering) {
            refusing = now;
            answering = false;
        }
        return now - refusing < patience;
    }

    /** Records a call that did not find the store. */
    void refused(NoLock miss, Consequence consequence) {
        refused(miss, consequence, System.nanoTime());
    }

    void refused(NoLock miss, Consequence consequence, long now) {
        askable = true;
        Outage outage = current.get();
        boolean first = false;
        while (outage == null) {
            Outage fresh = Outage.ofCall(miss, now, last);
            first = current.compareAndSet(null, fresh);
            outage = first ? fresh : current.get();
        }
        boolean unmet = outage.isUnmet();
        outage.add(miss, consequence, now);
        if (outage.isToTell(now)) {
            String extent = unmet ? rules() : outage.extent();
            Log.warn(
                    store + outage.state() + "; " + extent + ". " + miss.reason() + consequence.sentence,
                    Log.isDebug() ? miss.cause() : null);
        }
        if (first) {
            more.storeDown(this, outage);
        }
    }

    private String rules() {
        int many = rules.size();
        return many + (many == 1 ? " rule has" : " rules have") + " locks there";
    }

    /** Records that the store was connected, or could not be. */
    public void loaded() {
        askable = true;
    }

    /** True if a question may be put to it: that connects it, which is not for a question to begin. */
    public boolean isAskable() {
        return askable;
    }

    /** True if the store is up, and has answered a call since this was asked before: no question is needed. */
    public boolean hasBeenHeard() {
        boolean since = heard;
        heard = false;
        return since && isUp();
    }

    /**
     * Records that the store did not answer a question that is no call's. The second one in a row begins an outage,
     * which the asker has to log.
     *
     * @return true if this begins one
     */
    public boolean questionMissed(String said) {
        long now = System.nanoTime();
        Outage outage = current.get();
        if (outage != null) {
            outage.add(said, now);
            return false;
        }
        missed++;
        Outage fresh = Outage.ofQuestion(said, now, last);
        boolean begins = missed > 1 && current.compareAndSet(null, fresh);
        if (begins) {
            more.storeDown(this, fresh);
        }
        return begins;
    }

    /** Records that the store has answered a question that is no call's. */
    public void questionAnswered() {
        answered(System.nanoTime());
    }

    /**
     * Records that the store has refused such a question. It may refuse that alone: an outage that calls have met goes
     * on. It is no answer to a call either, for it may refuse all of them.
     */
    public void questionRefused() {
        missed = 0;
        Outage outage = current.get();
        if (outage != null && outage.isUnmet()) {
            end(outage, System.nanoTime());
        }
    }

    /** Records that the store has answered a call. */
    public void answered() {
        if (!answering || !heard || current.get() != null) {
            heard = true;
            answered(System.nanoTime());
        }
    }

    void answered(long now) {
        answering = true;
        askable = true;
        missed = 0;
        Outage outage = current.get();
        if (outage != null) {
            end(outage, now);
        }
    }

    private void end(Outage outage, long now) {
        if (!outage.mayEnd(now)) {
            return;
        }
        last = outage;
        if (current.compareAndSet(outage, null)) {
            if (outage.isOfRefusals()) {
                patience = Math.min(MOST_REFUSALS, 2 * patience);
            }
            Log.warn(store + " is back after " + outage.length(now) + "; " + outage.extent());
            more.storeUp(this, outage);
        }
    }
}

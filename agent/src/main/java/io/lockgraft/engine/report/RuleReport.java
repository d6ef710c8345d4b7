package io.lockgraft.engine.report;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import io.lockgraft.spi.text.Printable;

/**
 * What happens to the calls under one rule, counted, and told on the log where a person should know; for all sites of
 * the rule.
 */
public final class RuleReport {
    private final String rule;
    private final Counters counters = new Counters();
    private final HoldReport holds;
    private final Outage outage;
    private final RateLimited busy = new RateLimited();
    private final RateLimited proceeded = new RateLimited();
    private final RateLimited refused = new RateLimited();
    private final RateLimited inMonitor = new RateLimited();
    private final RateLimited noEnclosing = new RateLimited();

    public RuleReport(String rule) {
        this.rule = rule;
        this.holds = new HoldReport(rule, counters);
        this.outage = new Outage(rule);
    }

    /** Of the calls that got their lock. */
    public HoldReport holds() {
        return holds;
    }

    public Counters counters() {
        return counters;
    }

    public void count(Event event) {
        counters.count(event);
    }

    /** The lock server has answered a call: with a grant, or that another one has the lock. */
    public void answered() {
        outage.answered();
    }

    /**
     * A call that did not get its lock, whatever it gets instead. That the lock server is away is for the log, too, and
     * that another call has the lock.
     *
     * @param proceeds whether it runs without the lock, which is told with the same reason
     */
    public void missed(NoLock miss, boolean proceeds) {
        count(miss.kind().event());
        if (!proceeds && miss.kind() == NoLock.Kind.BUSY) {
            busy.info(miss::reason);
        } else if (!proceeds && miss.kind() == NoLock.Kind.UNAVAILABLE) {
            outage.refused(miss, "");
        }
    }

    public void proceeded(NoLock miss) {
        count(Event.PROCEEDED);
        String setting = miss.kind() == NoLock.Kind.NESTING ? "failOpen" : "proceed";
        String unlocked = " It runs without the lock, as the rule says (" + setting + ").";
        if (miss.kind() == NoLock.Kind.UNAVAILABLE) {
            outage.refused(miss, unlocked);
        } else {
            proceeded.warn(() -> miss.reason() + unlocked, Log.isDebug() ? miss.cause() : null);
        }
    }

    /** A call that another one may keep waiting for ever, because its thread came into the monitor before the lock. */
    public void waitsInMonitor(MethodShape method, String key) {
        inMonitor.warn(() -> "rule '" + rule + "': " + method + " waits for " + Printable.of(key)
                + ", and its thread is in the method's monitor already: a call that has the lock may wait for that"
                + " monitor, and neither goes on. Give the synchronized method (or block) that makes this call a rule"
                + " of its own with the same key: then the lock comes first there as well, and this call is nested");
    }

    /** A call that is not inside of one that its {@code hold.until} names. */
    public void endsAtReturn(MethodShape method, Until until) {
        noEnclosing.warn(() -> "rule '" + rule + "': " + method + " was called outside of " + until.call()
                + ", which its hold.until names: its lock has ended with the method");
    }

    /** A call that got its lock inside of a transaction that had begun before; once a site. */
    public void lockedInTransaction(MethodShape method) {
        Log.warn("rule '" + rule + "': " + method + " got its lock inside of a transaction that had begun before. What"
                + " this transaction has read by then may be older than the lock: its snapshot, and entities that are"
                + " loaded. Lock the method that begins the transaction, or read again under the lock (refresh)");
    }

    /** A site that cannot be locked, of a rule that fails open. */
    public void runsUnlocked(MethodShape method, String refusal) {
        count(Event.REFUSED);
        refused.warn(() -> "rule '" + rule + "' cannot be applied to " + method + ": " + refusal
                + ". It runs without the lock, as the rule says (failOpen).");
    }
}

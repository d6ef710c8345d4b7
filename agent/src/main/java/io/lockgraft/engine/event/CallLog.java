package io.lockgraft.engine.event;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import io.lockgraft.spi.text.Printable;

/** Writes to the log what happens to the calls of one rule, where a person should know. */
final class CallLog implements RuleListener {
    private final String rule;
    private final StoreHealth store;
    private final RateLimited busy = new RateLimited();
    private final RateLimited proceeded = new RateLimited();
    private final RateLimited refused = new RateLimited();
    private final RateLimited refusedByStore = new RateLimited();
    private final RateLimited inMonitor = new RateLimited();
    private final RateLimited noEnclosing = new RateLimited();
    private final RateLimited notFollowed = new RateLimited();

    CallLog(String rule, StoreHealth store) {
        this.rule = rule;
        this.store = store;
    }

    @Override
    public void answered() {
        store.answered();
    }

    @Override
    public void missed(NoLock miss, boolean proceeds) {
        if (!proceeds && miss.kind() == NoLock.Kind.BUSY) {
            busy.info(miss::reason);
        } else if (!proceeds && miss.kind() == NoLock.Kind.UNAVAILABLE) {
            unavailable(miss, Consequence.NOT_RUN);
        }
    }

    @Override
    public void proceeded(NoLock miss) {
        if (miss.kind() == NoLock.Kind.UNAVAILABLE) {
            unavailable(miss, Consequence.UNLOCKED);
        } else {
            String setting = miss.kind() == NoLock.Kind.NESTING ? "failOpen" : "proceed";
            String unlocked = " It runs without the lock, as the rule says (" + setting + ").";
            proceeded.warn(() -> miss.reason() + unlocked, Log.isDebug() ? miss.cause() : null);
        }
    }

    @Override
    public void local(NoLock miss) {
        unavailable(miss, Consequence.LOCAL);
    }

    private void unavailable(NoLock miss, Consequence consequence) {
        if (store.isRefusalOfOne(miss)) {
            refusedByStore.warn(() -> miss.reason() + consequence.sentence, Log.isDebug() ? miss.cause() : null);
        } else {
            store.refused(miss, consequence);
        }
    }

    @Override
    public void waitsInMonitor(MethodShape method, String key) {
        inMonitor.warn(() -> "rule '" + rule + "': " + method + " waits for " + Printable.of(key)
                + ", and its thread is in the method's monitor already: a call that has the lock may wait for that"
                + " monitor, and neither goes on. Give the synchronized method (or block) that makes this call a rule"
                + " of its own with the same key: then the lock comes first there as well, and this call is nested");
    }

    @Override
    public void endsAtReturn(MethodShape method, Until until) {
        noEnclosing.warn(() -> "rule '" + rule + "': " + method + " was called outside of " + until.call()
                + ", which its hold.until names: its lock has ended with the method");
    }

    @Override
    public void notFollowed(MethodShape method, Throwable why) {
        notFollowed.error(
                () -> "rule '" + rule + "': the end of what " + method + " does cannot be seen: " + why.getMessage()
                        + ". It may go on after its lock has ended, or be committed although the lock was lost",
                why.getCause() == null ? why : why.getCause());
    }

    @Override
    public void lockedInTransaction(MethodShape method) {
        Log.warn("rule '" + rule + "': " + method + " got its lock inside of a transaction that had begun before. What"
                + " this transaction has read by then may be older than the lock: its snapshot, and entities that are"
                + " loaded. Lock the method that begins the transaction, or read again under the lock (refresh)");
    }

    @Override
    public void refused(MethodShape method, String refusal, boolean runs) {
        if (runs) {
            refused.warn(() -> "rule '" + rule + "' cannot be applied to " + method + ": " + refusal
                    + ". It runs without the lock, as the rule says (failOpen).");
        }
    }
}

package io.lockgraft.engine.call;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.engine.acquire.Acquired;
import io.lockgraft.engine.acquire.Acquisition;
import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.acquire.Nesting;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.fence.BoundFence;
import io.lockgraft.engine.fence.ClassesOfLoader;
import io.lockgraft.engine.fence.ToldToken;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.later.OpenBodies;
import io.lockgraft.engine.later.Transactions;
import io.lockgraft.engine.outcome.BoundOutcome;
import io.lockgraft.engine.outcome.BoundRetry;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.BoundSite;
import io.lockgraft.engine.site.KeyNames;
import io.lockgraft.engine.site.ResultKind;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.engine.thread.Privileged;
import io.lockgraft.engine.thread.StackRoom;
import io.lockgraft.language.expression.value.MissingPartException;
import io.lockgraft.spi.text.Printable;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * One call's way from its site to its key and to its hold; or to what it gets in place of the lock.
 */
final class CallEntry {
    private final LockEngine engine;
    private final Sites sites;
    private final Stores stores;
    private final ClassesOfLoader loaded;
    private final Transactions transactions;
    private final Acquisition acquisition;
    private final Outcomes outcomes;
    /** Made here, because no class can be loaded on a stack that is full. */
    private final EndlessKey endlessKey = new EndlessKey();

    CallEntry(LockEngine engine, Sites sites, Stores stores, ClassesOfLoader loaded, Transactions transactions) {
        this.engine = engine;
        this.sites = sites;
        this.stores = stores;
        this.loaded = loaded;
        this.transactions = transactions;
        this.acquisition = new Acquisition(stores);
        this.outcomes = new Outcomes(engine.results());
    }

    /** Enters a call whose keys are not known yet. */
    CallToken enter(Site site, Object self, Object[] arguments) throws Throwable {
        BoundSite bound = bound(site);
        if (bound.refusal() != null) {
            return Outcomes.refuse(site, bound.refusal());
        }
        String key = null;
        List<String> keys = null;
        try {
            if (bound.when() != null && !bound.when().holds(self, arguments)) {
                site.events().notAsked();
                return Unlocked.TOKEN;
            }
            if (bound.keys().isOne()) {
                key = KeyNames.shortened(bound.keys().key(self, arguments));
            } else {
                keys = KeyNames.sorted(bound.keys().keys(self, arguments));
            }
        } catch (MissingPartException e) {
            return outcomes.instead(
                    site, bound, bound.outcome(NoLock.Kind.MISSING_KEY), Outcomes.miss(site, e), self, arguments);
        } catch (StackOverflowError e) {
            throw endlessKey.filled(e, site.method()) ? endlessKey.exception(site) : Outcomes.counted(site, e);
        } catch (Error e) {
            throw Outcomes.counted(site, e);
        } catch (RuntimeException e) {
            if (endlessKey.isTold(e.getCause())) {
                throw e.getCause();
            }
            // Not what onMissingKey speaks of, whatever it says: the key is not missing, we cannot know it.
            return outcomes.instead(site, bound, BoundOutcome.THROW, Outcomes.miss(site, e), self, arguments);
        }
        if (bound.kind() != null) {
            List<String> all = key == null ? keys : Collections.singletonList(key);
            CallToken later = later(site, bound, all, self, arguments);
            if (later != null) {
                return later;
            }
        }
        if (key != null) {
            Gates open = stores.gates(site).made();
            Hold outer = open == null ? null : open.outer(key);
            if (outer != null && enterNested(site, outer)) {
                LaterLock guard = guard(site, bound, null, key, self, arguments);
                return begin(site, bound, outer, guard, self, arguments);
            }
            keys = Collections.singletonList(key);
        }
        sites.forgetEnded();
        return enter(site, bound, keys, self, arguments, guard(site, bound, keys, null, self, arguments));
    }

    /** The token, or the result, of a call whose lock is taken later; null where it is taken now. */
    private CallToken later(Site site, BoundSite bound, List<String> keys, Object self, Object[] arguments) {
        if (!bound.until().isWork() || bound.kind() == ResultKind.CALLED) {
            return null;
        }
        LaterLock lock = new LaterLock(engine, site, bound, keys, self, arguments);
        if (bound.kind() == ResultKind.SUBSCRIBED) {
            return lock;
        }
        Executor eventLoop = engine.results().eventLoop();
        // A transaction around the method would be over before it is called.
        if (eventLoop == null
                || AheadCall.isEntering(site, arguments)
                || transactions.isActive()
                || acquisition.isNested(site, keys)) {
            return null;
        }
        lock.within(AheadCall.running(site, self, arguments));
        Object promised = engine.results().promised(lock, eventLoop);
        return promised == null ? null : new Replaced(promised);
    }

    /** Compiled for its class, by its first call. */
    BoundSite bound(Site site) {
        BoundSite bound = site.bound();
        return bound != null ? bound : Privileged.call(() -> site.bind(engine.access(), loaded));
    }

    /**
     * Enters the hold that this thread has on the one key of the call once more; false where the call does not fit into
     * it.
     */
    private static boolean enterNested(Site site, Hold outer) {
        StackRoom.forCall();
        if (!Nesting.covers(outer, site.lock()) || outer.isSuspended()) {
            return false;
        }
        boolean enters = outer.enterBody();
        if (enters) {
            // Makes no object and throws nothing: nobody would give the share back.
            site.events().nested();
        }
        return enters;
    }

    /** Throws where the rule says that a call fails whose transaction cannot be followed, and that is known already. */
    private void requireFollowed(Site site) {
        transactions.active(e -> {
            site.events().notFollowed(site.method(), e);
            throw new LockRuleException(
                    site.rule().name(),
                    Printable.of("rule '" + site.rule().name() + "': " + site.method() + " did not run: "
                            + e.getMessage() + ", so its lock would end before its work (until: {work: strict})"),
                    null);
        });
    }

    /** @param guard what the result is guarded by; or null */
    CallToken enter(Site site, BoundSite bound, List<String> keys, Object self, Object[] arguments, LaterLock guard)
            throws Throwable {
        for (int failures = 1; ; failures++) {
            Acquired got = acquisition.hold(site, keys, bound.innerMonitor(self));
            if (got.isHeld()) {
                if (bound.until().isWork() && !site.isTransactionWarned()) {
                    tellOfTransaction(site, got.hold());
                }
                return begin(site, bound, got.hold(), guard, self, arguments);
            }
            NoLock miss = got.miss();
            BoundOutcome outcome = bound.outcome(miss.kind());
            if (outcome instanceof BoundRetry && ((BoundRetry) outcome).isWorthAnother(failures)) {
                try {
                    ((BoundRetry) outcome).pause(failures);
                    continue;
                } catch (InterruptedException e) {
                    miss = miss.butInterrupted();
                    outcome = BoundOutcome.THROW;
                }
            }
            return outcomes.instead(site, bound, outcome, miss, self, arguments);
        }
    }

    /** A call that has got its lock in a transaction may see what was there before that; told once of each site. */
    private void tellOfTransaction(Site site, Hold hold) {
        try {
            if (hold.outers().isEmpty() && transactions.isActive() && site.claimTransactionWarning()) {
                site.events().lockedInTransaction(site.method());
            }
        } catch (RuntimeException | Error e) {
            engine.callExit().giveUp(hold);
            throw e;
        }
    }

    /**
     * What takes the lock each time that the result is called, on all keys of the call; null where none is. Makes no
     * object otherwise.
     *
     * @param keys null where there is one key
     */
    private LaterLock guard(
            Site site, BoundSite bound, List<String> keys, String key, Object self, Object[] arguments) {
        if (bound.kind() != ResultKind.CALLED || !bound.until().isWork()) {
            return null;
        }
        List<String> its = keys == null ? Collections.singletonList(key) : keys;
        return new LaterLock(engine, site, bound, its, self, arguments);
    }

    /**
     * Makes the token of a call that has its hold, and tells its fence token where there is one.
     *
     * @param guard what its result is guarded by; or null
     */
    CallToken begin(Site site, BoundSite bound, Hold hold, LaterLock guard, Object self, Object[] arguments)
            throws Throwable {
        OpenBodies among = null;
        try {
            if (bound.until().isStrict()) {
                requireFollowed(site);
            }
            BoundFence fence = bound.fence();
            ToldToken told = fence == null ? null : fence.of(hold.token());
            among = hold.isAskedBeforeCommits() ? OpenBodies.begin(hold) : null;
            EnteredCall call = new EnteredCall(hold, bound.until(), engine.callExit(), told, guard, among);
            if (told != null) {
                fence.tell(told, self, arguments);
            }
            return call;
        } catch (Throwable e) {
            if (among != null) {
                among.end(hold);
            }
            engine.callExit().giveUp(hold);
            throw e;
        }
    }

    Acquisition acquisition() {
        return acquisition;
    }
}

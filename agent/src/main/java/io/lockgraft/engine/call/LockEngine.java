package io.lockgraft.engine.call;

import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Guard;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.acquire.Acquisition;
import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.fence.ClassesOfLoader;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.CallExit;
import io.lockgraft.engine.later.OpenBodies;
import io.lockgraft.engine.later.TransactionLocks;
import io.lockgraft.engine.later.Transactions;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.engine.later.Watches;
import io.lockgraft.engine.site.BlockSites;
import io.lockgraft.engine.site.BoundSite;
import io.lockgraft.engine.site.ResultKind;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.engine.thread.StackRoom;
import io.lockgraft.language.expression.handle.Access;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What stands behind the gate of woven code: calls enter and exit here, and the JVM begins and ends it.
 *
 * <p>The application's code that runs in here (getters of a key, an exception's constructor, a method that an outcome
 * calls) runs as if the locked method called it: on its thread, holding nothing of ours. Locked methods among it are
 * ordinary locked calls. No thread of ours ever runs any.
 */
public final class LockEngine implements Guard, TransactionLocks {
    /**
     * What a store loads is no part of a call's wait. Where it takes longer than this, calls wait for it no more.
     */
    public static final long LONGEST_LOADING = TimeUnit.SECONDS.toNanos(60);

    private static final Object[] NO_ARGUMENTS = {};

    private final Sites sites;
    private final BlockSites blocks;
    private final Stores stores;
    private final Access access;
    private final Watches watches;
    private final Transactions transactions;
    private final Results results;
    private final CallExit callExit;
    private final CallEntry entry;

    /**
     * @param loaded where calls under a fenced lock find what the application logs by
     */
    public LockEngine(
            Sites sites,
            Stores stores,
            Access access,
            ClassesOfLoader loaded,
            BlockSites blocks,
            Watches watches,
            Transactions transactions,
            Results results) {
        this.sites = sites;
        this.blocks = blocks;
        this.stores = stores;
        this.access = access;
        this.watches = watches;
        this.transactions = transactions;
        this.results = results;
        this.callExit = new CallExit(transactions, results);
        this.entry = new CallEntry(this, sites, stores, loaded, transactions);
    }

    @Override
    public Token enter(int number, Object self, Object[] arguments) throws Throwable {
        Watch[] watching = watches.get(number);
        Site[] its = sites.get(number);
        return watching.length == 0 && its.length == 1
                ? enter(its[0], self, arguments)
                : enter(number, watching, its, self, arguments);
    }

    /** As if each watch and each site were woven for itself, around those behind it. */
    private Token enter(int number, Watch[] watching, Site[] its, Object self, Object[] arguments) throws Throwable {
        if (its.length == 0 && !sites.isDecided(number)) {
            throw new IllegalStateException("Lockgraft: the rules that are in force were not applied to this method,"
                    + " because its class was loaded while they were read. It did not run");
        }
        int all = watching.length + its.length;
        TokenStack<Token> entered = new TokenStack<>(all, Token::exit);
        Token instead = null;
        try {
            for (int i = 0; i < all && instead == null; i++) {
                Token token = i < watching.length
                        ? enter(watching[i], self, arguments)
                        : enter(its[i - watching.length], self, arguments);
                if (!token.runsBody()) {
                    instead = token;
                } else if (token != Token.NONE) {
                    entered.add(token);
                }
            }
        } catch (Throwable e) {
            entered.exit(null, e);
            throw e;
        }
        return instead == null ? entered.whole() : entered.replaced(instead);
    }

    private Token enter(Watch watch, Object self, Object[] arguments) throws Throwable {
        // What it leaves on the thread must be taken away again.
        StackRoom.forCall();
        return watch.enter(this, self, arguments);
    }

    CallToken enter(Site site, Object self, Object[] arguments) throws Throwable {
        CallToken given = AheadCall.take(site, self, arguments);
        return given != null ? given : entry.enter(site, self, arguments);
    }

    @Override
    public Token enter(String rule, String form, Object argument, ClassLoader loader) throws Throwable {
        Site site = blocks.site(rule, form, loader);
        boolean takes = !site.method().parameterTypes().isEmpty();
        return entry.enter(site, null, takes ? new Object[] {argument} : NO_ARGUMENTS);
    }

    /** Takes the lock of a call whose keys are known, calls what its method has returned, and gives it back. */
    Object call(
            Site site,
            BoundSite bound,
            List<String> keys,
            Object self,
            Object[] arguments,
            Object callable,
            Function<Object, Callable<?>> how)
            throws Throwable {
        CallToken token = entry.enter(site, bound, keys, self, arguments, null);
        if (token.verdict() == CallToken.Verdict.REPLACED) {
            Object instead = token.exit(null, null);
            return instead == null ? null : how.apply(instead).call();
        }
        Object returned;
        try {
            returned = how.apply(callable).call();
        } catch (Throwable e) {
            token.exit(null, e);
            throw e;
        }
        return token.exit(returned, null);
    }

    CallEntry entry() {
        return entry;
    }

    Results results() {
        return results;
    }

    Access access() {
        return access;
    }

    /** The gates of the site's store, which is opened if it is not yet. */
    Gates gates(Site site) {
        return stores.gates(site).make();
    }

    Acquisition acquisition() {
        return entry.acquisition();
    }

    CallExit callExit() {
        return callExit;
    }

    @Override
    public Token enterAhead(Class<?> type, Method called, Object self, Object[] arguments) throws Throwable {
        Site[] its = sites.of(type, called);
        if (its.length == 0 || self == null && needObject(its)) {
            return Token.NONE;
        }
        return AheadCall.enter(this, its, self, arguments);
    }

    /** True if one of these sites asks the object, or keeps it for results that take their lock later. */
    private boolean needObject(Site[] its) {
        for (Site site : its) {
            ResultKind kind = entry.bound(site).kind();
            if (site.rule().namesThis() || kind == ResultKind.SUBSCRIBED || kind == ResultKind.CALLED) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void endsTransaction() {
        if (!OpenBodies.here().isEmpty()) {
            transactions.active(CallExit::tellNotAsked);
        }
    }

    @Override
    public LockLostException lostAround(Work but) {
        return callExit.lostAround(but);
    }

    /**
     * Begins to load and to connect, which the first locked call does otherwise; one that comes meanwhile joins in. The
     * future fails where the store could not be reached.
     */
    public CompletableFuture<?> load() {
        return stores.load(store -> sites.store(store).loaded());
    }

    /** Number of keys that this JVM uses now; for tests. */
    public int gatesInUse() {
        return stores.gatesInUse();
    }

    /**
     * The JVM is about to end: waits a moment for the releases that are under way, which nothing else waits for.
     * Without it the last lock of a batch would live on for its lease. Never waits for a method that still runs.
     */
    public void settle() throws InterruptedException {
        stores.settle();
    }

    /**
     * The JVM ends, and no call goes on: gives back the places of calls that wait, which hold up those behind them in
     * other JVMs. Waits a moment for that. Bodies keep their locks.
     */
    public void endWaiting() throws InterruptedException {
        stores.endWaiting();
    }

    /**
     * The rules were refused: closes the stores that calls have opened meanwhile. One that a call still uses stays
     * open, so that its hold is renewed and released.
     */
    public void closeUnused() throws InterruptedException {
        stores.closeUnused();
    }

    /** Ends the stores' threads and our own, for tests; locks that are held then end with their leases. */
    public void close() {
        stores.close();
    }
}

package io.lockgraft.lock;

import io.lockgraft.api.LockLostException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.backend.Backend;
import io.lockgraft.bootstrap.Guard;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.expression.Access;
import io.lockgraft.expression.MissingPartException;
import io.lockgraft.lock.fence.BoundFence;
import io.lockgraft.lock.fence.LoadedClasses;
import io.lockgraft.lock.fence.ToldToken;
import io.lockgraft.lock.outcome.BoundOutcome;
import io.lockgraft.lock.outcome.BoundRetry;
import io.lockgraft.lock.outcome.Miss;
import io.lockgraft.report.Counters.Event;
import io.lockgraft.report.RateLimited;
import io.lockgraft.rules.Until;
import io.lockgraft.text.Listing;
import io.lockgraft.text.Printable;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What stands behind the gate of woven code: one call's way from its site to its key, its hold and its release.
 *
 * <p>The application's code that runs in here (getters of a key, an exception's constructor, a method that an outcome
 * calls) runs as if the locked method called it: on its thread, holding nothing of ours. Locked methods among it are
 * ordinary locked calls. No thread of ours ever runs any.
 */
public final class LockEngine implements Guard {
    /** What the backend loads is no part of a call's wait. Where it takes longer than this, calls wait for it no more. */
    private static final long LONGEST_LOADING = TimeUnit.SECONDS.toNanos(60);

    private final Sites sites;
    private final LazyGates gates;
    private final Access access;
    private final LoadedClasses loaded;
    private final Watches watches;
    private final Transactions transactions;
    private final Results results;
    private final RateLimited mistakes = new RateLimited();
    /** Made here, because no class can be loaded on a stack that is full. */
    private final EndlessKey endlessKey = new EndlessKey();

    /** An engine whose fenced calls find no logging library. */
    LockEngine(Sites sites, Supplier<Backend> backend, Access access) {
        this(sites, backend, access, LoadedClasses.NONE);
    }

    LockEngine(Sites sites, Supplier<Backend> backend, Access access, LoadedClasses loaded) {
        this(sites, backend, access, loaded, LONGEST_LOADING);
    }

    /** @param longestLoading how long calls wait, at most, until the backend is loaded, in nanoseconds */
    LockEngine(Sites sites, Supplier<Backend> backend, Access access, LoadedClasses loaded, long longestLoading) {
        this(sites, backend, access, loaded, longestLoading, new Watches(), Transactions.NONE, Results.NONE);
    }

    /**
     * @param backend made at the first locked call
     * @param loaded where calls under a fenced lock find what the application logs by
     */
    public LockEngine(
            Sites sites,
            Supplier<Backend> backend,
            Access access,
            LoadedClasses loaded,
            Watches watches,
            Transactions transactions,
            Results results) {
        this(sites, backend, access, loaded, LONGEST_LOADING, watches, transactions, results);
    }

    private LockEngine(
            Sites sites,
            Supplier<Backend> backend,
            Access access,
            LoadedClasses loaded,
            long longestLoading,
            Watches watches,
            Transactions transactions,
            Results results) {
        this.sites = sites;
        this.gates = new LazyGates(backend, longestLoading);
        this.access = access;
        this.loaded = loaded;
        this.watches = watches;
        this.transactions = transactions;
        this.results = results;
    }

    @Override
    public Object enter(int number, Object self, Object[] arguments) throws Throwable {
        if (number < 0) {
            // What it leaves on the thread must be taken away again.
            StackRoom.forCall();
            return watches.get(number).enter(this, self, arguments);
        }
        Site site = sites.get(number);
        if (site.isEnteredAhead()) {
            Object given = takeAhead(site, number, self, arguments);
            if (given != null) {
                return given;
            }
        }
        BoundSite bound = site.bound();
        if (bound == null) {
            bound = Privileged.call(() -> site.bind(access, loaded, results));
        }
        if (bound.refusal() != null) {
            return refuse(site, bound.refusal());
        }
        String key = null;
        List<String> keys = null;
        try {
            if (bound.when() != null && !bound.when().holds(self, arguments)) {
                site.report().count(Event.NOT_ASKED);
                return Unlocked.TOKEN;
            }
            if (bound.keys().isOne()) {
                key = KeyNames.shortened(bound.keys().key(self, arguments));
            } else {
                keys = KeyNames.sorted(bound.keys().keys(self, arguments));
            }
        } catch (MissingPartException e) {
            return instead(site, bound, bound.outcome(Miss.Kind.MISSING_KEY), miss(site, e), self, arguments);
        } catch (StackOverflowError e) {
            throw endlessKey.filled(e, site.method()) ? endlessKey.exception(site) : counted(site, e);
        } catch (Error e) {
            throw counted(site, e);
        } catch (RuntimeException e) {
            if (endlessKey.isTold(e.getCause())) {
                throw e.getCause();
            }
            // Not what onMissingKey speaks of, whatever it says: the key is not missing, we cannot know it.
            return instead(site, bound, BoundOutcome.THROW, miss(site, e), self, arguments);
        }
        if (bound.kind() != null) {
            List<String> all = key == null ? keys : Collections.singletonList(key);
            Object later = later(number, site, bound, all, self, arguments);
            if (later != null) {
                return later;
            }
        }
        boolean free = false;
        if (key != null) {
            Gates open = gates.made();
            free = open == null || open.isFree(key);
            Hold outer = free ? null : open.outer(key);
            if (outer != null && enterAgain(site, open, outer)) {
                return begin(bound, outer, self, arguments);
            }
            keys = Collections.singletonList(key);
        }
        sites.forgetEnded();
        return enter(site, bound, keys, free, self, arguments);
    }

    /** The token, or the result, of a call whose lock is taken later; null where it is taken now. */
    private Object later(int number, Site site, BoundSite bound, List<String> keys, Object self, Object[] arguments) {
        if (bound.until() != Until.WORK || bound.kind() == Results.Kind.CALLED) {
            return null;
        }
        LaterLock lock = new LaterLock(this, number, site, bound, keys, self, arguments);
        if (bound.kind() == Results.Kind.SUBSCRIBED) {
            return lock;
        }
        Executor eventLoop = results.eventLoop();
        // A transaction around the method would be over before it is called.
        if (eventLoop == null || Ahead.isEntering(site, arguments) || transactions.isActive() || isNested(site, keys)) {
            return null;
        }
        Object promised = results.promised(lock, eventLoop);
        return promised == null ? null : new Substitute(promised);
    }

    /** Whether it need not wait for anything. */
    private boolean isNested(Site site, List<String> keys) {
        Nesting nesting = gates.made() == null
                ? null
                : Nesting.of(gates.made(), site.rule().lock(), keys);
        return nesting != null && (nesting.refusing() != null || nesting.rest().isEmpty());
    }

    boolean isSite(int number, Site site) {
        return sites.get(number) == site;
    }

    /** Takes the lock of a call whose keys are known, runs this, and gives it back. */
    Object call(Site site, BoundSite bound, List<String> keys, Object self, Object[] arguments, Callable<?> body)
            throws Throwable {
        Object token = enter(site, bound, keys, false, self, arguments);
        if (token instanceof Substitute) {
            return ((Substitute) token).value();
        }
        Throwable thrown = null;
        Object returned = null;
        try {
            returned = body.call();
        } catch (Throwable e) {
            thrown = e;
        }
        Object result = exit(token, returned, thrown);
        if (thrown != null) {
            throw thrown;
        }
        return result;
    }

    Results results() {
        return results;
    }

    Access access() {
        return access;
    }

    Gates gates() {
        return gates.make();
    }

    void entersAhead(int number) {
        sites.get(number).enteredAhead();
    }

    boolean areLoaded() {
        return gates.areLoaded();
    }

    /** Now, or on a thread of ours as soon as the backend is loaded, or cannot be. */
    void whenLoaded(Consumer<Throwable> then) {
        if (gates.areLoaded()) {
            then.accept(null);
        } else {
            Privileged.call(() -> gates.make().load()).whenComplete((loaded, failure) -> {
                gates.make().loadedNow();
                then.accept(failure);
            });
        }
    }

    /** A share of a body, by any thread; throws nothing, and waits for nothing: nobody takes the exception. */
    void release(Hold hold) {
        leave(Gates::release, hold);
    }

    /**
     * Enters the locked method that a framework is about to call, where it is locked.
     *
     * @param type the class of the object
     * @param called the method, as the caller names it
     * @return what follows when the framework has called it, what the caller gets instead, or null where it is not locked
     */
    public Object enterAhead(Class<?> type, Method called, Object self, Object[] arguments) throws Throwable {
        int[] numbers = sites.of(type, called);
        if (numbers.length == 0) {
            return null;
        }
        for (int number : numbers) {
            sites.get(number).enteredAhead();
        }
        return Ahead.enter(this, numbers, self, arguments);
    }

    /** What was decided ahead of the method; null where the call comes by itself, or has lost its lock meanwhile. */
    private Object takeAhead(Site site, int number, Object self, Object[] arguments) throws Throwable {
        Object token = Ahead.take(number, self, arguments);
        if (token instanceof Ahead.Missed) {
            return ((Ahead.Missed) token).apply(self, arguments);
        }
        if (token == null || token == Unlocked.TOKEN) {
            return token;
        }
        if (token instanceof LaterLock) {
            // The call ahead takes it for what is subscribed to there.
            return Unlocked.TOKEN;
        }
        Hold hold = token instanceof Hold ? (Hold) token : ((EnteredCall) token).hold();
        return hold.isGood() && hold.enterAgain()
                ? begin(site.bind(access, loaded, results), hold, self, arguments)
                : null;
    }

    /**
     * Enters the hold that this thread has on the one key of the call once more; false where the call does not fit into
     * it.
     */
    private static boolean enterAgain(Site site, Gates open, Hold outer) {
        StackRoom.forCall();
        if (!outer.covers(site.rule().lock()) || outer.isSuspended() || !outer.enterAgain()) {
            return false;
        }
        boolean entered = false;
        try {
            site.report().count(Event.NESTED);
            entered = true;
        } finally {
            if (!entered) {
                open.release(outer);
            }
        }
        return true;
    }

    /** @param free whether there is one key, at whose gate nobody was a moment ago */
    private Object enter(Site site, BoundSite bound, List<String> keys, boolean free, Object self, Object[] arguments)
            throws Throwable {
        for (int failures = 1; ; failures++) {
            Object got = hold(site, keys, bound.innerMonitor(self), free && failures == 1);
            if (got instanceof Hold) {
                if (bound.until() == Until.WORK && !site.isToldOfTransaction()) {
                    tellOfTransaction(site, (Hold) got);
                }
                return begin(bound, (Hold) got, self, arguments);
            }
            Miss miss = (Miss) got;
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
            return instead(site, bound, outcome, miss, self, arguments);
        }
    }

    /** A call that has got its lock in a transaction may see what was there before that; told once of each site. */
    private void tellOfTransaction(Site site, Hold hold) {
        boolean told = false;
        try {
            if (hold.outers().isEmpty() && transactions.isActive() && site.tellsOfTransaction()) {
                site.report().lockedInTransaction(site.method());
            }
            told = true;
        } finally {
            if (!told) {
                end(Gates::giveUp, hold);
            }
        }
    }

    /** The call has its hold: what woven code leaves with, once the fence token is told where there is one. */
    private Object begin(BoundSite bound, Hold hold, Object self, Object[] arguments) throws Throwable {
        if (bound.leavesWithHold()) {
            return hold;
        }
        LaterLock later = null;
        if (bound.kind() == Results.Kind.CALLED
                && bound.until() == Until.WORK
                && !hold.keys().isEmpty()) {
            later = new LaterLock(this, 0, hold.site(), bound, hold.keys(), self, arguments);
        }
        try {
            BoundFence fence = bound.fence();
            ToldToken told = fence == null ? null : fence.of(hold.token());
            EnteredCall call = new EnteredCall(hold, told, bound.until(), later);
            if (told != null) {
                fence.tell(told, self, arguments);
            }
            return call;
        } catch (Throwable e) {
            end(Gates::giveUp, hold);
            throw e;
        }
    }

    /** A hold, or the miss that tells why not. */
    private Object hold(Site site, List<String> keys, Object monitor, boolean free) {
        long came = System.nanoTime();
        StackRoom.forLock(came);
        if (!gates.areLoaded()) {
            Miss miss = Privileged.call(() -> load(site, keys));
            if (miss != null) {
                return miss;
            }
            came = System.nanoTime();
        }
        return hold(gates.made(), site, keys, monitor, free, came);
    }

    /** @param begun when its wait began, by System.nanoTime */
    private static Object hold(Gates open, Site site, List<String> keys, Object monitor, boolean free, long begun) {
        Object got = free ? Privileged.call(() -> acquire(open, site, keys, monitor, true, begun, begun)) : null;
        for (boolean again = free; got == null; again = true) {
            // What came to nothing may have waited for long.
            long now = again ? System.nanoTime() : begun;
            Nesting nesting = Nesting.of(open, site.rule().lock(), keys);
            if (nesting == null) {
                got = Privileged.call(() -> acquire(open, site, keys, monitor, false, begun, now));
            } else if (nesting.refusing() != null) {
                got = nesting.miss(site);
            } else {
                got = Privileged.call(
                        () -> open.acquire(site, nesting.rest(), nesting.outers(), monitor, false, begun, now));
            }
        }
        return got;
    }

    private static Object acquire(
            Gates open, Site site, List<String> keys, Object monitor, boolean free, long begun, long now) {
        return open.acquire(site, keys, Collections.emptyList(), monitor, free, begun, now);
    }

    /** Waits until the backend is loaded, which is no part of the call's wait; null, or the miss that it has become. */
    private Miss load(Site site, List<String> keys) {
        Gates open;
        try {
            open = gates.make();
        } catch (RuntimeException e) {
            return new Miss(Miss.Kind.UNAVAILABLE, site.rule(), site.method(), keys, 0, e);
        }
        try {
            open.awaitLoaded();
        } catch (InterruptedException e) {
            return new Miss(Miss.Kind.INTERRUPTED, site.rule(), site.method(), keys, 0, null);
        } catch (RuntimeException | OutOfMemoryError e) {
            // It will be so for the call as well, which tells it.
        }
        return null;
    }

    private Object instead(Site site, BoundSite bound, BoundOutcome outcome, Miss miss, Object self, Object[] arguments)
            throws Throwable {
        site.report().missed(miss, outcome.isProceed());
        if (outcome.isCall() && Ahead.isEntering(site, arguments)) {
            return new Ahead.Missed(outcome, miss);
        }
        Object answer = bound.kind() == Results.Kind.SUBSCRIBED
                ? decided(site, bound, outcome, miss, self, arguments)
                : outcome.apply(miss, self, arguments);
        if (answer == BoundOutcome.RUN_UNLOCKED) {
            site.report().proceeded(miss);
            return Unlocked.TOKEN;
        }
        return answer;
    }

    /** What is thrown, and a value that is none of the method's type, reach the caller in a result of that type. */
    private Object decided(Site site, BoundSite bound, BoundOutcome outcome, Miss miss, Object self, Object[] arguments)
            throws Throwable {
        Callable<Object> gives;
        try {
            Object answer = outcome.apply(miss, self, arguments);
            if (answer == BoundOutcome.RUN_UNLOCKED || outcome.isCall()) {
                return answer;
            }
            Object value = ((Substitute) answer).value();
            gives = () -> value;
        } catch (Exception | Error e) {
            gives = () -> {
                throw e;
            };
        }
        Object result = results.decided(site.method().returnType(), bound.loader(), gives);
        if (result == null) {
            gives.call();
            throw new LockRuleException(site.rule().name(), miss.reason() + " It did not run", null);
        }
        return new Substitute(result);
    }

    /** What the JVM says of its own need while a key is computed is the caller's, as it is. */
    private static Error counted(Site site, Error error) {
        try {
            site.report().count(Event.MISSING_KEY);
        } catch (Error noRoomForThatEither) {
            // What the caller gets is the first one.
        }
        return error;
    }

    private static Miss miss(Site site, Throwable cause) {
        return new Miss(Miss.Kind.MISSING_KEY, site.rule(), site.method(), Collections.emptyList(), 0, cause);
    }

    static Object refuse(Site site, String refusal) {
        if (site.isWithdrawn()) {
            return Unlocked.TOKEN;
        }
        if (site.rule().failOpen()) {
            site.report().runsUnlocked(site.method(), refusal);
            return Unlocked.TOKEN;
        }
        site.report().count(Event.REFUSED);
        throw new LockRuleException(
                site.rule().name(),
                Printable.of(site.rule().position() + ": rule '" + site.rule().name() + "' cannot be applied to "
                        + site.method() + ": " + refusal
                        + ". It did not run. Correct the rule, or let it fail open (failOpen: true)"),
                null);
    }

    @Override
    public void exit(Object token, Throwable thrown) {
        exit(token, null, thrown);
    }

    /**
     * May come from any thread. Whatever goes wrong in here, the body's own result or exception is what counts, but for
     * the one thing that a rule may ask for: that a caller whose lock was lost shall not take the result for good.
     */
    @Override
    public Object exit(Object token, Object returned, Throwable thrown) {
        if (token instanceof Hold) {
            leave((Hold) token, Until.WORK, returned, thrown);
        } else if (token instanceof EnteredCall) {
            EnteredCall call = (EnteredCall) token;
            takeBack(call);
            leave(call.hold(), call.until(), returned, thrown);
            return call.later() == null ? returned : call.later().exit(returned, thrown);
        } else if (token instanceof Watch.Watched) {
            return ((Watch.Watched) token).exit(returned, thrown);
        }
        return returned;
    }

    /** The body has ended; the hold goes on where its work does. */
    private void leave(Hold hold, Until until, Object returned, Throwable thrown) {
        boolean goesOn = until != Until.RETURN && goesOn(hold, until, returned);
        leave(hold, goesOn, thrown);
    }

    /**
     * The end of a call that had its lock ahead of its method. What the method was part of keeps the hold already; the
     * transaction that is active now may be another one, around it.
     */
    Object exitAhead(Object token, Object returned, Throwable thrown) {
        if (token instanceof Hold) {
            leave((Hold) token, false, thrown);
            return returned;
        }
        if (token instanceof EnteredCall) {
            EnteredCall call = (EnteredCall) token;
            takeBack(call);
            leave(call.hold(), false, thrown);
            return call.later() == null ? returned : call.later().exit(returned, thrown);
        }
        return exit(token, returned, thrown);
    }

    private void leave(Hold hold, boolean goesOn, Throwable thrown) {
        LockLostException lost = end(Gates::release, hold);
        if (lost == null && goesOn) {
            lost = hold.knownLost();
        }
        if (lost != null) {
            if (thrown == null) {
                throw lost;
            }
            suppress(thrown, lost);
        }
    }

    /** Whether something keeps the hold from now on. Throws nothing: what cannot be found out is told. */
    private boolean goesOn(Hold hold, Until until, Object returned) {
        try {
            return keeps(hold, until, returned);
        } catch (Throwable e) {
            tell(
                    () -> "could not find out what follows the method that holds "
                            + Printable.of(Listing.of(hold.keys())) + "; the lock ends with the method",
                    e);
            return false;
        }
    }

    private boolean keeps(Hold hold, Until until, Object returned) {
        if (until.call() != null) {
            Work around = EnclosingCall.around(until);
            if (around == null) {
                hold.site().report().endsAtReturn(hold.site().method(), until);
            }
            return around != null && around.keep(hold, this);
        }
        Work active = transactions.active();
        Work later = returned == null ? null : results.workOf(returned);
        boolean kept = active != null && active.keep(hold, this);
        return later != null && later.keep(hold, this) || kept;
    }

    /** By work that is over, on any thread, an event loop's too; throws nothing, and waits for nothing. */
    void release(Hold hold, Work over) {
        leave((open, its) -> open.release(its, over), hold);
    }

    /** The exception for a hold whose rule wants to know of a loss, where it is lost; or null. Asks the store. */
    LockLostException lost(Hold hold) {
        LockLostException known = hold.knownLost();
        return known != null ? known : Privileged.call(Gates::confirm, gates.made(), hold);
    }

    /** The body's exception is what the caller gets, also where there is no memory for another one in it. */
    static void suppress(Throwable thrown, Throwable lost) {
        try {
            thrown.addSuppressed(lost);
        } catch (Throwable e) {
            // The loss is on the log.
        }
    }

    /** The exception that the caller shall get, or null. Throws nothing itself. */
    private LockLostException end(BiFunction<Gates, Hold, Ending> how, Hold hold) {
        Ending ending = leave(how, hold);
        try {
            return ending == null ? null : ending.lost();
        } catch (Throwable e) {
            tell(() -> "could not find out whether " + Printable.of(Listing.of(hold.keys())) + " was lost", e);
            return null;
        }
    }

    /** Throws nothing. */
    private Ending leave(BiFunction<Gates, Hold, Ending> how, Hold hold) {
        try {
            return Privileged.call(how, gates.made(), hold);
        } catch (Throwable e) {
            tell(() -> "could not release " + Printable.of(Listing.of(hold.keys())) + "; it ends with its lease", e);
            return null;
        }
    }

    private void takeBack(EnteredCall call) {
        if (call.told() != null) {
            takeBack(call.told(), call.hold());
        }
    }

    /** Throws nothing. */
    void takeBack(ToldToken told, Hold hold) {
        try {
            told.takeBack();
        } catch (Throwable e) {
            tell(() -> "could not take back the fence token of " + Printable.of(Listing.of(hold.keys())), e);
        }
    }

    private void tell(Supplier<String> mistake, Throwable e) {
        try {
            mistakes.warn(mistake, e);
        } catch (Throwable noMemoryForThatEither) {
            // What the caller gets is the body's own.
        }
    }

    /**
     * Begins to load and to connect, which the first locked call does otherwise; one that comes meanwhile joins in. The
     * future fails where the store could not be reached.
     */
    public CompletableFuture<?> load() {
        return gates.make().load();
    }

    /** How many keys are in use by this JVM now. */
    int gatesInUse() {
        return gates.inUse();
    }

    /**
     * The JVM is about to end: waits a moment for the releases that are under way, which nobody else waits for. Without
     * it the last lock of a batch would live on for its lease. Never waits for a method that still runs.
     */
    public void settle() throws InterruptedException {
        gates.settle();
    }

    /** Ends the backend's threads and our own; locks that are held then end with their leases. */
    public void close() {
        gates.close();
    }
}

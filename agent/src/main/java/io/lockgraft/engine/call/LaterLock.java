package io.lockgraft.engine.call;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.fence.ToldToken;
import io.lockgraft.engine.outcome.BoundOutcome;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.BoundSite;
import io.lockgraft.engine.site.Site;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * The lock of one call whose work is done later, maybe several times: each time it is taken anew, under the keys that
 * were computed when the method was called. Thread-safe.
 */
public final class LaterLock implements CallToken {
    private final LockEngine engine;
    private final Site site;
    private final BoundSite bound;
    private final List<String> keys;
    private final Object self;
    private final Object[] arguments;
    /** The call that is run under the locks of other rules already, and goes on when this one has come; or null. */
    private AheadCall within;

    public LaterLock(
            LockEngine engine, Site site, BoundSite bound, List<String> keys, Object self, Object[] arguments) {
        this.engine = engine;
        this.site = site;
        this.bound = bound;
        this.keys = keys;
        this.self = self;
        this.arguments = arguments;
    }

    /** The call ahead takes the lock, for what is subscribed to there. */
    @Override
    public CallToken enterMethod(CallEntry entry, Site called, Object object, Object[] given) {
        return Unlocked.TOKEN;
    }

    /** The method has run, without the lock: what it returns only describes the work. */
    @Override
    public Object exit(Object returned, Throwable thrown) {
        return thrown != null || returned == null ? returned : engine.results().guarded(returned, this);
    }

    LockEngine engine() {
        return engine;
    }

    Site site() {
        return site;
    }

    BoundSite bound() {
        return bound;
    }

    List<String> keys() {
        return keys;
    }

    NoLock miss(NoLock.Kind kind, Throwable cause) {
        return new NoLock(kind, site.rule(), site.method(), keys, 0, cause);
    }

    /** Applies this outcome for the call. Runs code of the application's. */
    Optional<Substitute> apply(BoundOutcome outcome, NoLock miss) throws Throwable {
        return outcome.apply(miss, self, arguments);
    }

    /** Tells the call's fence token. Throws what the setter throws that the rule names. */
    void tell(ToldToken token) throws Throwable {
        bound.fence().tell(token, self, arguments);
    }

    /** The method's return type, by name. */
    public String returnType() {
        return site.method().returnType();
    }

    /** The loader by whose classes that is declared. */
    public ClassLoader loader() {
        return bound.loader();
    }

    /** This result's work cannot be done under the lock: it fails, or is done without where the rule says so. */
    public Object refuse(Object returned, String why) {
        Outcomes.refuse(site, why);
        return returned;
    }

    /**
     * Begins to take it, without blocking. A key that the current thread has, or a subscription around this one, is
     * shared with it: that would wait for this one, and this one for it.
     *
     * @param around what keeps the hold of the subscription inside of which this one is made; or null
     */
    public LaterHold take(LaterHold around) {
        LaterHold taking = new LaterHold(this, around);
        taking.begin();
        return taking;
    }

    /**
     * Takes it, calls what the method has returned, and gives it back. Blocks. Without the lock it calls what the
     * method gives in place of that.
     *
     * @param how a result of the method is called
     */
    public Object call(Object returned, Function<Object, Callable<?>> how) throws Throwable {
        return engine.call(site, bound, keys, self, arguments, returned, how);
    }

    /** Before it is taken: the call keeps what this one has. */
    void within(AheadCall call) {
        within = call;
    }

    /** Calls the method itself, on this thread, with the lock that was taken; or without where that says so. */
    public Object invoke(LaterHold taken) throws Throwable {
        MethodHandle method = bound.method(site, engine.access());
        return AheadCall.run(engine, within, site, self, arguments, taken.token(), () -> {
            try {
                return (Object) method.invokeExact(self, arguments);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
    }
}

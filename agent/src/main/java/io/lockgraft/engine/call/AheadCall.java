package io.lockgraft.engine.call;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.outcome.BoundOutcome;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.Site;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A call that has its locks ahead of its method: where a transaction begins in front of that. The method's own entry
 * finds here what was decided, and neither waits nor computes a key again; also where the rules have been read again
 * in between.
 */
public final class AheadCall implements Token {
    private static final ThreadLocal<AheadCall> INNERMOST = new ThreadLocal<>();

    /** True once there has been one: until then no call looks for its own. */
    private static volatile boolean used;

    private final CallEntry entry;
    private final Object self;
    private final Object[] arguments;
    private final Site[] sites;
    private final TokenStack<CallToken> tokens;
    private final boolean[] taken;
    private final AheadCall outer = INNERMOST.get();
    /** True if the method is called here, and not by what has entered it ahead. */
    private boolean runs;

    private AheadCall(CallEntry entry, Site[] sites, Object self, Object[] arguments) {
        this.entry = entry;
        this.sites = sites;
        this.self = self;
        this.arguments = arguments;
        this.taken = new boolean[sites.length];
        this.tokens = new TokenStack<>(sites.length, CallToken::exitAhead);
    }

    private static AheadCall begin(CallEntry entry, Site[] sites, Object self, Object[] arguments) {
        AheadCall call = new AheadCall(entry, sites, self, arguments);
        if (!used) {
            used = true;
        }
        INNERMOST.set(call);
        return call;
    }

    /**
     * Enters these sites of one method, the outermost first.
     *
     * @return the call, or what the caller gets in place of it
     */
    static Token enter(LockEngine engine, Site[] sites, Object self, Object[] arguments) throws Throwable {
        AheadCall call = begin(engine.entry(), sites, self, arguments);
        CallToken instead = null;
        try {
            for (Site site : sites) {
                CallToken token = engine.enter(site, self, arguments);
                if (token.verdict() == CallToken.Verdict.REPLACED) {
                    instead = token;
                    break;
                }
                call.tokens.add(token);
                if (token.verdict() == CallToken.Verdict.REPLACED_IN_METHOD) {
                    break;
                }
            }
        } catch (Throwable e) {
            call.exit(null, e);
            throw e;
        }
        if (instead != null) {
            call.exit(null, null);
            return instead;
        }
        return call;
    }

    /**
     * Runs a call of the site's method, which has this token.
     *
     * @param before the same call as it was run before, by what other sites had; or null
     */
    static Object run(
            LockEngine engine,
            AheadCall before,
            Site site,
            Object self,
            Object[] arguments,
            CallToken token,
            Callable<Object> invocation)
            throws Exception {
        int had = before == null ? 0 : before.sites.length;
        Site[] sites = before == null ? new Site[1] : Arrays.copyOf(before.sites, had + 1);
        sites[had] = site;
        AheadCall call = begin(engine.entry(), sites, self, arguments);
        for (int i = 0; i < had; i++) {
            call.tokens.add(before.tokens.get(i));
        }
        call.tokens.add(token);
        call.runs = true;
        try {
            return invocation.call();
        } finally {
            // Not its exit: the call that has taken the lock gives it back.
            call.end();
        }
    }

    /**
     * The token of the method's own call, by what was decided ahead of it; null where nothing was, where the call has
     * taken that, or has lost its lock meanwhile. The site may be of rules that were read again in between: the call
     * goes on under those that were in force ahead of it.
     */
    static CallToken take(Site site, Object self, Object[] arguments) throws Throwable {
        for (AheadCall call = used ? INNERMOST.get() : null; call != null; call = call.outer) {
            for (int i = 0; i < call.tokens.size(); i++) {
                if (call.sites[i].isSame(site) && !call.taken[i] && call.isOf(self, arguments)) {
                    call.taken[i] = true;
                    return call.tokens.get(i).enterMethod(call.entry, call.sites[i], self, arguments);
                }
            }
        }
        return null;
    }

    /** This very call of a method, where it is run with what other sites of the method have; or null. */
    static AheadCall running(Site site, Object self, Object[] arguments) {
        AheadCall call = INNERMOST.get();
        boolean its = call != null && call.runs && call.sites[0].isOfMethodOf(site) && call.isOf(self, arguments);
        return its ? call : null;
    }

    /** True if this very call of a site is about to be decided ahead of its method; and not one that its key makes. */
    static boolean isEntering(Site site, Object[] arguments) {
        AheadCall call = INNERMOST.get();
        return call != null
                && call.arguments == arguments
                && call.tokens.size() < call.sites.length
                && !call.isMissed()
                && call.sites[call.tokens.size()] == site;
    }

    private boolean isMissed() {
        return tokens.size() > 0 && tokens.get(tokens.size() - 1).verdict() == CallToken.Verdict.REPLACED_IN_METHOD;
    }

    /** Any object where none was known; an interceptor between the two may box a number anew. */
    private boolean isOf(Object of, Object[] with) {
        if (self != null && self != of || arguments.length != with.length) {
            return false;
        }
        for (int i = 0; i < with.length; i++) {
            boolean same = arguments[i] == with[i] || isBoxed(arguments[i]) && arguments[i].equals(with[i]);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBoxed(Object value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Character;
    }

    @Override
    public Object exit(Object returned, Throwable thrown) {
        end();
        return tokens.exit(returned, thrown);
    }

    private void end() {
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
    }

    /** Token of a call without its lock whose rule calls another method in place of the body. */
    static final class Missed implements CallToken {
        private final BoundOutcome outcome;
        private final NoLock miss;

        Missed(BoundOutcome outcome, NoLock miss) {
            this.outcome = outcome;
            this.miss = miss;
        }

        @Override
        public Verdict verdict() {
            return Verdict.REPLACED_IN_METHOD;
        }

        @Override
        public CallToken enterMethod(CallEntry entry, Site site, Object self, Object[] arguments) throws Throwable {
            Optional<Substitute> answer = outcome.apply(miss, self, arguments);
            return answer.isPresent() ? new Replaced(answer.get().value()) : Unlocked.TOKEN;
        }

        @Override
        public Object exit(Object returned, Throwable thrown) {
            return returned;
        }
    }
}

package io.lockgraft.engine.call;

import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.acquire.Acquired;
import io.lockgraft.engine.acquire.AsyncWaiting;
import io.lockgraft.engine.acquire.Nesting;
import io.lockgraft.engine.fence.ToldToken;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.outcome.BoundOutcome;
import io.lockgraft.engine.outcome.BoundRetry;
import io.lockgraft.engine.outcome.NoLock;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One time that a {@link LaterLock} is taken: it waits without a thread, and is work that keeps the hold from then on.
 * What began it ends it, once: before it has come, while it is held, or when it is lost; twice is harmless.
 */
public final class LaterHold extends Work {
    private final LaterLock lock;
    private final LaterHold around;
    private final CompletableFuture<Void> known = new CompletableFuture<>();
    /** The holds of the thread that it was begun on, which it shares keys with. */
    private volatile List<Hold> enclosing = Collections.emptyList();

    private volatile AsyncWaiting waiting;
    private volatile Hold hold;
    private volatile NoLock miss;
    private volatile BoundOutcome outcome;
    private volatile boolean ended;
    /** True if a thread has a share as well, which runs the beginning of the work. */
    private final AtomicBoolean inside = new AtomicBoolean();
    /** Fence token that this thread was told; null if the lock is not fenced. */
    private volatile ToldToken told;

    private int failures;

    /** @param around whose keys it shares; or null */
    LaterHold(LaterLock lock, LaterHold around) {
        this.lock = lock;
        this.around = around;
    }

    void begin() {
        if (lock.engine().acquisition().isReady(lock.site())) {
            Nesting nesting = nesting();
            enclosing = nesting == null ? enclosing : nesting.outers();
            share(nesting, System.nanoTime());
        } else {
            lock.engine().acquisition().whenReady(lock.site(), () -> share(null, System.nanoTime()));
        }
    }

    /** Another time, for work that has lost the lock before it could begin. */
    public LaterHold anew() {
        LaterHold next = new LaterHold(lock, around);
        next.enclosing = enclosing;
        next.share(next.nesting(), System.nanoTime());
        return next;
    }

    private Nesting nesting() {
        return Nesting.of(
                lock.engine().gates(lock.site()), this::around, lock.site().lock(), lock.keys());
    }

    /** @param nesting null where the thread, and what this is made in, have none of the keys */
    private void share(Nesting nesting, long begun) {
        if (nesting == null) {
            ask(begun, Collections.emptyList(), lock.keys());
        } else if (nesting.refusing() == null) {
            ask(begun, nesting.outers(), nesting.rest());
        } else {
            missed(nesting.miss(lock.site()));
        }
    }

    /** The good hold on this key of the thread that it was begun on, or of a subscription around it; or null. */
    private Hold around(String key) {
        Hold found = having(enclosing, key);
        for (LaterHold each = around; each != null && found == null; each = each.around) {
            Hold its = each.hold;
            found = its == null ? null : having(Collections.singletonList(its), key);
        }
        return found;
    }

    /** Of these, and of those that they have shares in, the good one at our store that has this key; or null. */
    private Hold having(List<Hold> holds, String key) {
        for (Hold each : holds) {
            boolean has = each.releaser() == lock.engine().gates(lock.site()).releasePath()
                    && each.keys().contains(key)
                    && each.isGood();
            Hold found = has ? each : having(each.outers(), key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** @param outers holds that may be shared, which have the other keys */
    private void ask(long begun, List<Hold> outers, List<String> missing) {
        try {
            AsyncWaiting asking =
                    new AsyncWaiting(lock.engine().gates(lock.site()), lock.site(), missing, outers, begun);
            waiting = asking;
            if (ended) {
                asking.giveUp();
            }
            asking.outcome().whenComplete((got, failure) -> came(got, begun));
        } catch (RuntimeException | Error e) {
            missed(lock.miss(NoLock.Kind.UNAVAILABLE, e));
        }
    }

    /** On the store's thread. */
    private void came(Acquired got, long begun) {
        if (got.isAgain() && !ended) {
            share(nesting(), begun);
        } else if (got.isHeld()) {
            Hold held = got.hold();
            hold = held;
            keep(held, lock.engine().callExit());
            // What it was granted with; where no call wants it any more, the last share.
            lock.engine().callExit().release(held);
            known.complete(null);
        } else {
            missed(got.isAgain() ? lock.miss(NoLock.Kind.INTERRUPTED, null) : got.miss());
        }
    }

    private void missed(NoLock why) {
        BoundOutcome instead = lock.bound().outcome(why.kind());
        failures++;
        if (instead instanceof BoundRetry && ((BoundRetry) instead).isWorthAnother(failures) && !ended) {
            AsyncWaiting.after(((BoundRetry) instead).randomNanos(failures), () -> share(nesting(), System.nanoTime()));
            return;
        }
        if (!ended) {
            lock.site().events().missed(why, instead.isProceed());
        }
        outcome = instead;
        miss = why;
        known.complete(null);
    }

    /** Completed as soon as it has come, or it is known that it does not, on a thread of ours: do not stay on it. */
    public CompletableFuture<Void> known() {
        return known;
    }

    /** True if the work may run under it, or must not run under anything: then {@link #instead} is asked. */
    public boolean isHeld() {
        return hold != null;
    }

    /**
     * What the subscriber, or caller, gets in place of the work; null where the work runs without the lock, because the
     * rule says so. Runs code of the application's.
     */
    public Substitute instead() throws Throwable {
        Optional<Substitute> answer = lock.apply(outcome, miss);
        if (!answer.isPresent()) {
            lock.site().events().proceeded(miss);
        }
        return answer.orElse(null);
    }

    /** The token to enter the method with. */
    CallToken token() {
        Hold held = hold;
        if (held == null) {
            return Unlocked.TOKEN;
        }
        attachThread(held);
        return new EnteredCall(held, lock.engine().callExit());
    }

    private void attachThread(Hold held) {
        for (int i = 0; i < held.keys().size(); i++) {
            held.gate(i).attach(held, Thread.currentThread());
        }
        lock.engine().gates(lock.site()).moved(held);
    }

    /**
     * Enters the hold on the current thread, which begins the work: until {@link #exitBody} its calls on these keys are
     * nested, and it knows the fence token. Returns false if the work must not begin, because it has been given up
     * or the lock is lost; {@link #exitBody} is called all the same. Throws what the setter throws that the rule names.
     */
    public boolean enterBody() throws Throwable {
        Hold held = hold;
        attachThread(held);
        if (!held.enterBody()) {
            return false;
        }
        inside.set(true);
        if (held.isLost()) {
            return false;
        }
        if (lock.bound().fence() != null) {
            ToldToken token = lock.bound().fence().of(held.token());
            lock.tell(token);
            told = token;
        }
        return !ended;
    }

    /** Ends what {@link #enterBody} began, on that thread: the work goes on wherever it likes. Twice is harmless. */
    public void exitBody() {
        ToldToken its = told;
        // What another thread was told stays with what that thread still does.
        if (its != null && its.isHere()) {
            told = null;
            lock.engine().callExit().takeBack(its, hold);
        }
        if (inside.compareAndSet(true, false)) {
            lock.engine().callExit().release(hold);
        }
    }

    /** The fence token of what it holds; 0 where the lock is not fenced. */
    public long fence() {
        return lock.bound().fence() == null ? 0 : hold.token();
    }

    /** The work itself has said that it is over. */
    public void end() {
        exitBody();
        giveUp();
    }

    /**
     * Nobody wants the work any more. A thread that is beginning it keeps its share until {@link #exitBody}; otherwise
     * the hold is released, or does not come.
     */
    public void giveUp() {
        ended = true;
        AsyncWaiting asking = waiting;
        if (asking != null) {
            asking.giveUp();
        }
        over();
    }

    /**
     * The exception for a lock that was lost while it was held, where the rule wants to know; or null. Does not wait.
     */
    public LockLostException knownLost() {
        Hold held = hold;
        return held == null ? null : held.knownLost();
    }

    @Override
    protected String told() {
        return "the end of a subscription of " + lock.site().method();
    }
}

package io.lockgraft.store.compound.ahead;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.attempt.OpenAttempt;
import io.lockgraft.spi.attempt.SteppedAttempt;
import io.lockgraft.spi.thread.Clock;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One request on its way: at the first store, until that grants or is passed over; then at the second one, whose answer
 * it is.
 */
final class AheadAttempt extends SteppedAttempt {
    /** Until then it is not looked at whether others have the key: most requests have their answer. */
    private static final long FIRST_ALARM = TimeUnit.MILLISECONDS.toNanos(20);

    private final AheadStore store;
    private final Request request;

    /** At the first store; null where it is left out. */
    private volatile Attempt ahead;

    /** At the second store: the last question, or a look; null while there is none. */
    private volatile Attempt decide;

    // Of the step that runs.
    private boolean isLook;

    /** In whose name the second store was asked last. */
    private Owner owner;

    private long began;

    /** When the first store is passed over that has said nothing. */
    private long impatientAt;

    /** When the wait at the first store ends: what is left is the time of one question to the second one. */
    private long lastChance;

    /** A wait of several leases looks at the second store once in each: what the first one has may be nobody's. */
    private long nextLook;

    private Future<?> alarm;

    /** Whether the first store gets back what it has granted. */
    private boolean isLeaving;

    AheadAttempt(AheadStore store, Request request) {
        this.store = store;
        this.request = request;
    }

    void begin() {
        began = System.nanoTime();
        lastChance = request.deadline() - store.decide.questionNanos();
        nextLook = began + request.leaseNanos();
        if (!store.ahead.isSilent()) {
            // An owner whose token is raised has the lock, and would wait for those that wait for it.
            ahead = ask(request.waits() && request.tokenAbove() == 0);
            impatientAt = began + store.ahead.patience(began);
            ahead.answer().thenAccept(said -> step());
        } else if (store.ahead.isDue()) {
            probe();
        }
        step();
    }

    private Attempt ask(boolean waits) {
        store.ahead.asked();
        LockKind kind = request.kind() == LockKind.FENCED ? LockKind.EXCLUSIVE : request.kind();
        long least = began + store.ahead.store.questionNanos();
        long deadline = waits && lastChance - least > 0 ? lastChance : least;
        Request first = new Request(
                kind, request.permits(), request.keys(), request.owner(), request.leaseMillis(), deadline, began);
        try {
            return store.ahead.store.acquire(waits ? first : first.once());
        } catch (Throwable e) { // the store that decides is asked all the same
            return new Unasked(e);
        }
    }

    /** Finds out whether the first store answers again. The call does not wait for that. */
    private void probe() {
        Attempt probe = ask(false);
        probe.answer().thenAccept(said -> {
            heard(said, false);
            probe.abandon();
        });
    }

    private void heard(Answer said, boolean waited) {
        if (said.grant() == null && !said.isBusy()) {
            store.ahead.missed(said);
        } else if (waited) {
            store.ahead.heard();
        } else {
            store.ahead.heardAfter(System.nanoTime() - began);
        }
    }

    @Override
    public boolean isContended() {
        return isContended(ahead) || isContended(decide) || super.isContended();
    }

    private static boolean isContended(Attempt asked) {
        return asked != null && asked.isContended();
    }

    @Override
    public String holder() {
        Attempt last = decide;
        String holder = last == null ? null : last.holder();
        Attempt first = ahead;
        return holder != null || first == null ? holder : first.holder();
    }

    @Override
    protected void move() {
        if (answer.isDone()) {
            return;
        }
        if (closed() != null) {
            end(Answer.unavailable(closed()));
        } else if (isAbandoned()) {
            end(isContended() ? Answer.busy() : Answer.unavailable(null));
        } else if (decide != null) {
            decided();
        } else if (ahead == null) {
            decide(request.madeNow(), false);
        } else {
            atAhead(System.nanoTime());
        }
    }

    private void atAhead(long now) {
        Answer said = ahead.answer().getNow(null);
        boolean contended = ahead.isContended();
        if (said != null) {
            heard(said, contended);
            decide(request.madeNow(), false);
        } else if (contended) {
            store.ahead.heard();
            waitAhead(now);
        } else if (now - impatientAt >= 0) {
            long millis = (now - began) / 1_000_000;
            store.ahead.missed(Answer.unavailable(new TimeoutException("no answer within " + millis + " ms")));
            passOver();
        } else if (now - began < FIRST_ALARM) {
            alarm(FIRST_ALARM);
        } else {
            alarm(impatientAt - now);
        }
    }

    /** Others have it at the first store. */
    private void waitAhead(long now) {
        if (now - lastChance >= 0) {
            passOver();
        } else if (now - nextLook >= 0) {
            nextLook = now + request.leaseNanos();
            Request look = request.with(request.keys(), now + store.decide.questionNanos());
            // A grant that comes late is given back in its owner's name: it must not reach what is asked for next.
            Owner its = request.owner().another();
            decide(look.as(its, request.leaseMillis()).madeNow().once(), true);
        } else {
            alarm(Math.min(lastChance - now, nextLook - now));
        }
    }

    private void passOver() {
        ahead.abandon();
        decide(request.madeNow(), false);
    }

    private void decide(Request asked, boolean look) {
        isLook = look;
        owner = asked.owner();
        Attempt asking = store.decide.acquire(asked);
        decide = asking;
        asking.answer().thenAccept(said -> step());
    }

    private void decided() {
        Answer said = decide.answer().getNow(null);
        if (said == null) {
            return;
        }
        if (said.grant() != null) {
            granted(said.grant());
        } else if (isLook && !said.isRefused()) {
            decide = null;
            atAhead(System.nanoTime());
        } else {
            end(said);
        }
    }

    /** The owner of a look that is granted has nothing at the first store. */
    private void granted(Grant decided) {
        Answer first = ahead == null || isLook ? null : ahead.answer().getNow(null);
        Grant held = first == null ? null : first.grant();
        if (ahead != null && held == null) {
            ahead.abandon();
        }
        Clock.cancel(alarm);
        Request granted = request.as(owner, request.leaseMillis());
        answer.complete(Answer.granted(new AheadGrant(store, granted, held, decided)));
    }

    @Override
    protected void end(Answer given) {
        Clock.cancel(alarm);
        if (decide != null) {
            decide.abandon();
        }
        if (ahead != null) {
            leaveAhead();
        }
        conclude(given);
    }

    /** The end of the JVM waits for what the first store gets back. */
    private void leaveAhead() {
        Answer first = ahead.answer().exceptionally(failure -> null).getNow(null);
        if (first == null || first.grant() == null) {
            ahead.abandon();
        } else if (!isLeaving) {
            isLeaving = true;
            store.leave(AheadStore.NOTHING, first.grant()::release);
        }
    }

    private void alarm(long nanos) {
        Clock.cancel(alarm);
        alarm = store.clock.after(nanos, this::step);
    }

    /** At a store that could not even be asked. */
    private static final class Unasked extends OpenAttempt {
        Unasked(Throwable why) {
            answer.complete(Answer.unavailable(why));
        }

        @Override
        public void abandon() {}
    }
}

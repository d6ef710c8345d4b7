package io.lockgraft.engine.hold;

import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.event.Mistakes;
import io.lockgraft.engine.event.ReportedHold;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.engine.site.HoldTerms;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Rule;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.text.Listing;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * One hold's own part in a lease, and what becomes of it: the one place that moves its state. What the rule says of the
 * hold begins with it and ends with it, whichever call had the lease before or has it afterwards. Made with the hold,
 * so that passing a lease on needs no memory.
 */
public final class LeasePart implements ReportedHold {
    private static final Mistakes MISTAKES = new Mistakes();

    private static final AtomicReferenceFieldUpdater<LeasePart, PartState> STATE =
            AtomicReferenceFieldUpdater.newUpdater(LeasePart.class, PartState.class, "state");

    private final Hold hold;
    /** Written after its thread has entered, so that thread looks then whether the hold is lost. */
    private volatile Body body;

    private final Limit limit;
    private volatile PartState state;
    private volatile Loss loss;
    /** True if the state was ENTERED before it is what it is now; written before that. */
    private boolean entered;

    private volatile boolean gaveUp;
    /** Written by the thread that ends it, which tells of the end as well. */
    private long ended;
    /** True if it was told that the hold lasts long; where it has no limit. */
    private volatile boolean toldLong;

    // Written before anybody else sees it.
    private Lease lease;
    private long since;
    private long received;
    private long token;

    LeasePart(Hold hold) {
        this.hold = hold;
        STATE.lazySet(this, PartState.HELD);
        HoldTerms terms = terms();
        this.body = terms.mayInterrupt() && hold.thread() != null ? new Body(hold.thread()) : null;
        this.limit = terms.atMost() == null ? null : new Limit(terms.atMost().toNanos());
    }

    /**
     * @param since when the request that got it was sent, or when it was passed on
     * @param received when we knew of it
     * @param token 0 where there is none
     */
    void begin(Lease of, long since, long received, long token) {
        this.lease = of;
        this.since = since;
        this.received = received;
        this.token = token;
        if (limit != null) {
            limit.begin(received);
        }
    }

    public Hold hold() {
        return hold;
    }

    public Lease lease() {
        return lease;
    }

    /** Listener to all that happens to it. */
    public RuleListener events() {
        return hold.site().events();
    }

    @Override
    public Rule rule() {
        return hold.site().rule();
    }

    @Override
    public MethodShape method() {
        return hold.site().method();
    }

    @Override
    public Thread thread() {
        return hold.thread();
    }

    @Override
    public boolean hasBody() {
        return hold.hasBody();
    }

    @Override
    public boolean isOver() {
        return hold.isOver();
    }

    @Override
    public String awaited() {
        return hold.kept() == null ? "its end" : hold.kept().told();
    }

    @Override
    public String endedWith() {
        Work last = hold.kept() == null ? null : hold.kept().last();
        return last == null ? null : last.told();
    }

    @Override
    public boolean isReleasedEarly() {
        return state == PartState.RELEASED_EARLY;
    }

    @Override
    public Request request() {
        return lease.grant().request();
    }

    @Override
    public long leaseMillis() {
        return lease.grant().leaseMillis();
    }

    long token() {
        return token;
    }

    public PartState state() {
        return state;
    }

    public HoldTerms terms() {
        return hold.site().terms();
    }

    /** Null where the rule never wants it interrupted. */
    public Body body() {
        return body;
    }

    /** Ends the interrupts of its thread. Called by the thread that ends the last body, also if the hold goes on. */
    void endBody() {
        Body last = body;
        try {
            if (last != null && !last.isOver()) {
                last.end();
            }
        } catch (Throwable e) {
            // Of the application's own Thread.interrupt, or no memory. The lock goes back all the same.
            MISTAKES.tell(
                    () -> "rule '" + hold.site().rule().name() + "': the thread that held "
                            + Listing.keys(request().keys()) + " may keep an interrupt that was not for it",
                    e);
        }
    }

    /** Its thread has entered again, after its last body had ended. */
    void beginBody() {
        Body last = body;
        if (terms().mayInterrupt() && hold.thread() != null && (last == null || last.isOver())) {
            body = new Body(hold.thread());
        }
    }

    /** Null where the hold may last as long as it likes. */
    public Limit limit() {
        return limit;
    }

    /**
     * Records that the hold has lasted half of its limit; where it has none, so long that the log tells of it. True the
     * first time. Called on the keeper's thread.
     */
    public boolean markLong(long now) {
        if (limit != null) {
            return limit.markHalf(now);
        }
        boolean before = toldLong;
        toldLong = before || now - received >= terms().longNanos();
        return toldLong != before;
    }

    /** True if the hold has been told to last long, so that its end is worth a word. */
    public boolean isToldLong() {
        return limit == null ? toldLong : limit.isTold();
    }

    /** This, or when the keeper must look at how long it lasts, if that comes before. */
    long dueBefore(long due) {
        boolean sooner = limit != null && limit.isOpen() && !state.isOver() && limit.dueAt() - due < 0;
        return sooner ? limit.dueAt() : due;
    }

    /** The loss, if the state is LOST. */
    @Override
    public Loss loss() {
        return loss;
    }

    /** Its call enters; false where it is over in this moment: then the call asks again. */
    public boolean enter() {
        return STATE.compareAndSet(this, PartState.HELD, PartState.ENTERED);
    }

    /** True if its call has entered, so that its end is told of. */
    public boolean hasEntered() {
        return state == PartState.ENTERED || entered;
    }

    /** No method runs under it, be it that its call has entered. */
    public void giveUp() {
        gaveUp = true;
    }

    /** True if a loss is told to it: a method runs, or has run. Not where its call has not begun yet, or asks again. */
    boolean isUsed() {
        return hasEntered() && !gaveUp;
    }

    @Override
    public long ageNanos(long now) {
        return now - since;
    }

    @Override
    public long heldNanos() {
        return ended - since;
    }

    /** When its call ended, by System.nanoTime. */
    public long endedAt() {
        return ended;
    }

    /** What is missing to {@code hold.atLeast}, not negative: counted from when we knew of it, so never too short. */
    public long restNanos() {
        return terms().atLeastNanos() == 0 ? 0 : restNanos(System.nanoTime());
    }

    public long restNanos(long now) {
        return Math.max(0, terms().atLeastNanos() - (now - received));
    }

    /** True if a body may begin under it now. */
    public boolean isGood(long now) {
        return !state.isOver() && lease.lost() == null && !lease.clock().isPast(now);
    }

    /** True for the one caller that finds it lost first. */
    public boolean lose(String why) {
        if (state.isOver()) {
            return false;
        }
        loss = new Loss(this, System.nanoTime(), why);
        return move(PartState.LOST);
    }

    /**
     * The call is over: its body is not interrupted from now on, and no answer to a renewal means anything to it. False
     * where there is nothing to give back, because that has been done.
     */
    public boolean end() {
        endBody();
        return noteEnd(move(PartState.RELEASED) || state == PartState.LOST);
    }

    /** Ends it before its call has entered, or while its method runs on; false if it is not in that state. */
    public boolean endEarly(PartState before) {
        return noteEnd(moveFrom(before, PartState.RELEASED_EARLY));
    }

    private boolean noteEnd(boolean ends) {
        if (ends) {
            ended = System.nanoTime();
        }
        return ends;
    }

    private boolean move(PartState next) {
        return moveFrom(PartState.HELD, next) || moveFrom(PartState.ENTERED, next);
    }

    private boolean moveFrom(PartState before, PartState next) {
        boolean is = state == before;
        if (is && before == PartState.ENTERED) {
            entered = true; // it is never HELD again: whichever thread ends it, the call has entered
        }
        return is && STATE.compareAndSet(this, before, next);
    }
}

package io.lockgraft.engine.hold;

import io.lockgraft.engine.site.HoldTerms;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * What the store has granted to this JVM, for as long as that lasts: renewed by the keeper's thread, answered on the
 * store's threads, and held by one call after the other ({@link LeasePart}), or by several readers together, of which
 * the last gives it back.
 *
 * <p>The keeper may find it lost while a call gets it from another one. They share no lock:
 *
 * <pre>
 * keeper                            call
 * 1. writes that it is lost         1. is written as the holder
 * 2. reads the holder, and tells    2. reads whether it is lost, before the body begins
 * </pre>
 *
 * <p>At least one of them sees both, and the state of the {@link LeasePart} lets only one of them tell.
 */
public final class Lease {
    private static final AtomicReferenceFieldUpdater<Lease, LeasePart> HOLDER =
            AtomicReferenceFieldUpdater.newUpdater(Lease.class, LeasePart.class, "holder");

    private final Grant grant;
    private final LeaseClock clock;
    private final long came;
    /**
     * Null where it goes back with the end of its last call: the rule says so, or others have waited for the key as
     * well.
     */
    private final Linger linger;

    private final boolean contended;
    private final boolean local;
    /** The hold that has it now, or had it last; where it is shared, the first one. */
    private volatile LeasePart holder;
    /** The calls that have it now, where readers share it; else null. */
    private final Set<LeasePart> sharers;

    /** True if a method has run under it, of those that share it and have left; under the gate's lock. */
    private boolean ran;
    /** How often it was passed on; under the gate's lock. */
    private int passed;
    /** The last hold under which a method has run, of those before the holder; written before that. */
    private LeasePart before;

    /**
     * @param first the hold that begins under it; its last look may lie before the answer, where that came at once
     * @param contended whether it had to be waited for, because others had it
     */
    public Lease(Grant grant, Hold first, boolean contended) {
        this(grant, first, contended, false);
    }

    private Lease(Grant grant, Hold first, boolean contended, boolean local) {
        HoldTerms terms = first.site().terms();
        this.grant = grant;
        this.local = local;
        this.clock = new LeaseClock(grant, terms.isRenewed() && !local);
        boolean shared = grant.request().kind() == LockKind.READ && first.keys().size() == 1 && terms.mayShare(0, 0);
        // Where it is to last for a while from now on, or no longer, an earlier look is not good enough.
        boolean bound = terms.atLeastNanos() > 0 || terms.atMost() != null;
        this.came = bound ? System.nanoTime() : first.waiter().now();
        this.sharers = shared ? ConcurrentHashMap.newKeySet() : null;
        this.linger = terms.lingerNanos() > 0 && first.keys().size() == 1 && !contended ? new Linger() : null;
        this.contended = contended;
    }

    /**
     * The lease of a call that runs under the gate of this JVM alone, because its store cannot say. No store is asked
     * to renew it, and it is passed on to no call: the next one asks the store.
     */
    public static Lease local(Grant grant, Hold first) {
        return new Lease(grant, first, false, true);
    }

    /** True if no store knows of it. */
    public boolean isLocal() {
        return local;
    }

    /** Grant that the lease is made of. */
    public Grant grant() {
        return grant;
    }

    public LeaseClock clock() {
        return clock;
    }

    /** Marks it as lost: no call gets it any more. Calls that have it are told by {@link LeasePart#lose}. */
    public void lose(String why) {
        clock.lose(why);
    }

    /** Why it is lost, or null. */
    public String lost() {
        return clock.lost();
    }

    /** No call will hold it again: it has been lost, or is on its way back. */
    public void end() {
        clock.end();
    }

    public boolean isOver() {
        return clock.isOver();
    }

    /** True if others had it when it was asked for. */
    boolean wasContended() {
        return contended;
    }

    /** The parts of the holds that have it now. */
    public Collection<LeasePart> holders() {
        return sharers == null ? Collections.singleton(holder) : sharers;
    }

    /** The hold that has it now, or had it last. Log lines name it for all that share the lease. */
    public Hold reportingHold() {
        return holder.hold();
    }

    /** The first hold begins under it. */
    public void begin(Hold first) {
        first.ownPart().begin(this, grant().sentAt(), came, grant().token());
        setHolder(first);
    }

    /**
     * True if a call that ends may pass it on to this one. Not where a loss would go to the wrong one: it is surely
     * held, and a call that asks the store at its end, because the rule wants to know, gets its answer from there.
     */
    boolean mayPass(LeasePart from, Hold to, long now) {
        return sharers == null
                && from.terms().mayPass(passed, now - came)
                && to.site().terms().mayReceive(passed, now - came)
                && fits(to)
                && clock.isSure(now)
                && hasTokens(1);
    }

    private boolean hasTokens(int many) {
        return grant().token() == 0 || passed + many < grant().request().tokens();
    }

    /**
     * Lets it linger at the end of this call, behind which no call waits, if it may; true if it stays with this JVM.
     * Called under the gate's lock. It is idle first, and then asks whether it is lost; what finds that does it the
     * other way round, and so one of them gives it back.
     */
    boolean beginLinger(LeasePart from, long now) {
        if (linger == null || from.terms().lingerNanos() == 0 || !hasTokens(1)) {
            return false;
        }
        linger.begin(from.terms().lingerNanos(), now);
        boolean stays = !linger.isPast(now) && clock.isSure(now);
        if (!stays) {
            linger.end();
        }
        return stays;
    }

    /** True if no call has it, because it lingers; also while it goes back. */
    public boolean isIdle() {
        return linger != null && linger.isIdle();
    }

    /** True if a call that comes while it lingers may have it; then it gets it by {@link #passTo}. */
    boolean mayResume(Hold next, long now) {
        return next.site().terms().lingerNanos() > 0 && !linger.isPast(now) && fits(next) && clock.isSure(now);
    }

    /**
     * True if a call that comes may have it before the one that it is offered to, and then pass it on to that
     * (barging); it gets it by {@link #passTo}. Not where it tries once: that barges in front of none. Nor where it is
     * to last for a while from now on: its look at the clock is an earlier one.
     */
    boolean mayBarge(Hold next, Hold first, long now) {
        HoldTerms terms = next.site().terms();
        return next.waiter().deadline() - now > 0
                && terms.atLeastNanos() == 0
                && terms.mayPass(passed + 1, now - came)
                && first.site().terms().mayReceive(passed + 1, now - came)
                && fits(next)
                && clock.isSure(now)
                && hasTokens(2);
    }

    /** True if it has lingered for as long as it may. */
    public boolean isLate(long now) {
        return linger != null && linger.isDue(now);
    }

    /** Under the gate's lock. Makes no object where one call at a time has it. */
    void passTo(Hold next, long now) {
        passed++;
        before = used(holder);
        // Where it is to last for a while from now on, an earlier look is not good enough.
        long received = next.site().terms().atLeastNanos() == 0 ? now : System.nanoTime();
        next.ownPart().begin(this, now, received, grant().token() == 0 ? 0 : grant().token() + passed);
        setHolder(next);
        if (linger != null) {
            linger.end();
        }
    }

    /**
     * Last part under which a method ran; null if none did. A loss is told to it. Of those that share the lease each is
     * told for itself.
     */
    public LeasePart used(LeasePart last) {
        return last.isUsed() ? last : sharers == null ? before : null;
    }

    /** True if calls that shared it ran under it, of which none has it any more. */
    public boolean hasRunShared() {
        return ran;
    }

    /** True if readers may have it together. */
    public boolean isShared() {
        return sharers != null;
    }

    /** True if this call may have a share in it; then it gets that by {@link #passTo}. */
    boolean mayShare(Hold with, long now) {
        return sharers != null && with.site().terms().mayShare(passed, now - came) && fits(with) && clock.isSure(now);
    }

    /** One less has a share; true for the last one. Under the gate's lock. */
    boolean removeSharer(LeasePart sharer) {
        ran |= sharer.isUsed();
        return sharers.remove(sharer) && sharers.isEmpty();
    }

    /** Makes this hold the one that has the lease, or one of those that share it. */
    private void setHolder(Hold hold) {
        LeasePart ownPart = hold.ownPart();
        if (sharers != null) {
            sharers.add(ownPart);
        }
        if (sharers == null || holder == null) {
            // Seen by all before what the hold writes next, which is its part.
            HOLDER.lazySet(this, ownPart);
        }
        hold.publishPart();
    }

    private boolean fits(Hold hold) {
        return hold.keys().size() == 1
                && hold.site().lock() == grant().request().kind()
                && hold.site().leaseMillis() == grant().request().leaseMillis();
    }

    /** When the keeper must look at it again. */
    public long dueAt() {
        long due = linger == null ? clock.nextLook() : linger.dueBefore(clock.nextLook());
        if (sharers == null) {
            return holder.dueBefore(due);
        }
        for (LeasePart each : sharers) {
            due = each.dueBefore(due);
        }
        return due;
    }
}

package io.lockgraft.engine.event;

import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;

/**
 * Hears what happens under one rule: to its calls, its holds and its leases. Called on the thread that causes it,
 * outside of every gate's lock. A listener does not wait. One that throws is told on the log, and the others hear all
 * the same.
 *
 * <p>Each call that has {@linkplain #entered entered} is told of once when it ends: by {@link #handedOver}, {@link
 * #lingered}, {@link #released}, {@link #leftShared} or {@link #releasedEarly}. A call that has not entered is told of
 * by none of them.
 */
public interface RuleListener {
    /**
     * False if it does nothing when a call is {@linkplain #answered answered}, enters, is nested or ends. Then it is
     * not told of these, which saves each call some time. Asked once.
     */
    default boolean hearsEachCall() {
        return true;
    }

    /** A call runs without asking for the lock, because the rule's {@code when} is false. */
    default void notAsked() {}

    /** A call has no lock, whatever it gets instead. {@code proceeds}: it runs, and {@link #proceeded} follows. */
    default void missed(NoLock miss, boolean proceeds) {}

    /** A call runs without the lock, because an outcome says so. */
    default void proceeded(NoLock miss) {}

    /** A call runs under the gate of this JVM alone, because its store cannot say and an outcome says so. */
    default void local(NoLock miss) {}

    /** The key of a call cannot be computed; the caller gets the error. */
    default void keyFailed() {}

    /** A call of a method that the rule cannot be applied to; {@code runs} without the lock, or fails. */
    default void refused(MethodShape method, String refusal, boolean runs) {}

    /** The store answered a call: with a grant, or that another call has the lock. */
    default void answered() {}

    /** A call waits for a key inside of a monitor that the holder may wait for. */
    default void waitsInMonitor(MethodShape method, String key) {}

    /** A call is outside of the method that its {@code hold.until} names: its lock ends with the call. */
    default void endsAtReturn(MethodShape method, Until until) {}

    /** What follows a body cannot be followed: its lock ends with the method, or the call fails. */
    default void notFollowed(MethodShape method, Throwable why) {}

    /** A call got its lock inside of a transaction that had begun before; once a site. */
    default void lockedInTransaction(MethodShape method) {}

    /** A call runs under a lease of its own. */
    default void entered(long waitedNanos) {}

    /** A call runs under a hold that its thread has already. */
    default void nested() {}

    /** A hold has ended, and the next call of this JVM has its lease, or is offered it. */
    default void handedOver(ReportedHold from) {}

    /** A hold has ended, and its lease lingers in this JVM. */
    default void lingered(ReportedHold from) {}

    /** A hold has ended, and its lease goes back to the store. */
    default void released(ReportedHold hold) {}

    /** A hold has ended that shared its lease, and others keep that. */
    default void leftShared(ReportedHold hold) {}

    /** A hold that lasted longer than it may was released while its body, or the work after it, goes on. */
    default void releasedEarly(ReportedHold hold) {}

    /** A hold has lasted half of its {@code hold.atMost}; for a minute where it has none. Once for each hold. */
    default void lastsLong(ReportedHold hold) {}

    /** A hold lasts longer than it may. */
    default void exceeded(ReportedHold hold) {}

    /** A hold that was told to last long has ended. */
    default void endedLate(ReportedHold hold) {}

    /** A body was interrupted by us. */
    default void interrupted() {}

    /** A renewal failed; the lease counts as lost in {@code leftNanos}. */
    default void atRisk(Request request, long leftNanos, Throwable failure) {}

    /** A lease was lost while the body, or the work after it, runs. */
    default void lost(ReportedHold hold) {}

    /** A lease was found lost when its hold ended. */
    default void lostAtEnd(ReportedHold hold, Loss loss) {}

    /** A lease was found lost that no call had; the last call that had it may have run without it at its end. */
    default void lostIdle(Request request, String why) {}

    /** The store did not confirm a release. {@code restNanos}: how long the lock was to stay anyway. */
    default void releasedLate(Grant grant, long restNanos, Throwable failure) {}
}

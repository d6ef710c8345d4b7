package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.WorkShares;
import io.lockgraft.spi.log.Log;
import java.util.concurrent.locks.LockSupport;

/**
 * Which call waits for which, for a call whose wait has run out: threads that keep one key in a transaction may wait
 * for each other's. What a thread waits for shows in what it is parked at. So the search ends at a call that waits for
 * the store: for another JVM, or for readers.
 */
final class Deadlock {
    /** More links than this help no reader. */
    private static final int LONGEST = 16;

    private Deadlock() {}

    /** A sentence; null where the call's own thread is not among those that it waits for. */
    static String told(Hold waiting, Gate gate) {
        Thread self = waiting.thread();
        if (self == null) {
            // It waits without one, and keeps no thread from going on.
            return null;
        }
        Hold first = holder(gate);
        if (first != null && first.thread() == self && !first.hasBody()) {
            return "An earlier call of the same thread keeps it until "
                    + first.kept().told() + " (rule '" + first.site().rule().name() + "').";
        }
        StringBuilder links = null;
        Thread waits = self;
        Gate at = gate;
        for (int i = 0; i < LONGEST; i++) {
            Hold holder = holder(at);
            Thread owner = holder == null ? null : holder.owner();
            Object parkedAt = owner == null ? null : LockSupport.getBlocker(owner);
            boolean isBack = links != null && owner == self;
            if (!isBack && !(parkedAt instanceof Gate)) {
                return null;
            }
            links = links == null ? new StringBuilder("It is a circle: ") : links.append("; ");
            link(links, waits, at, holder, owner);
            if (isBack) {
                return links.append(
                                ". Let all calls take these keys in one order, or by one rule with all of them (keys).")
                        .toString();
            }
            waits = owner;
            at = (Gate) parkedAt;
        }
        return null;
    }

    /** The call that those behind it wait for; null where it has ended, and only its lease is there. */
    private static Hold holder(Gate gate) {
        Hold head = gate.head();
        return head == null || head.part() != null && !head.isGood() ? null : head;
    }

    private static void link(StringBuilder links, Thread waits, Gate gate, Hold holder, Thread owner) {
        WorkShares kept = holder.hasBody() ? null : holder.kept();
        links.append(name(waits)).append(" waits for ").append(gate.key()).append(", which ");
        links.append(name(owner)).append(holder.hasLease() ? " holds" : " is to get first");
        links.append(kept == null ? "" : " until " + kept.told());
        links.append(" (rule '").append(holder.site().rule().name()).append("')");
    }

    private static String name(Thread thread) {
        return "thread '" + Log.name(thread) + '\'';
    }
}

package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.spi.LockKind;

/** Looks for calls that wait for a lock, and whose thread has entered the monitor that their method enters after it. */
final class HeldMonitor {
    private HeldMonitor() {}

    /**
     * Tells where the call is about to wait for others of this JVM, and its thread is in the monitor already.
     *
     * @param monitor null where the method enters none
     */
    static void look(Object monitor, Hold hold, Gate gate) {
        if (monitor != null && mustWait(hold, gate) && Thread.holdsLock(monitor)) {
            hold.site().events().waitsInMonitor(hold.site().method(), gate.key());
        }
    }

    /** As far as can be told without asking: of readers, and of calls with a permit, mostly nothing can. */
    private static boolean mustWait(Hold hold, Gate gate) {
        if (hold.part() != null || hold.site().lock() == LockKind.SEMAPHORE) {
            return false;
        }
        Hold head = gate.head();
        boolean reads = hold.queueMode() == QueueMode.TOGETHER;
        if (head != null && head != hold) {
            return !reads || head.queueMode() != QueueMode.TOGETHER;
        }
        return !reads && gate.calls().hasOthersInside(hold);
    }
}

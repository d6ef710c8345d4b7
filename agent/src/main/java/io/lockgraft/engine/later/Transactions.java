package io.lockgraft.engine.later;

import io.lockgraft.engine.hold.Work;
import java.util.Collections;
import java.util.List;

/** The transactions of the application. */
public interface Transactions {
    /**
     * The one that this thread is in, which is not over; null where there is none. Asked at the end of each body.
     * Throws {@link NotFollowedException} where there is one that takes no synchronization of ours.
     */
    Work active();

    /**
     * Those of other managers that this thread is in as well: work that is done now is over with the last of them.
     *
     * @param active the one that {@link #active} has given, which is not among them; or null
     */
    default List<Work> around(Work active) {
        return Collections.emptyList();
    }

    /** Whether this thread is in one. Changes nothing; asked after a call has got its lock. */
    boolean isActive();
}

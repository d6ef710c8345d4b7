package io.lockgraft.engine.later;

import io.lockgraft.engine.hold.Work;
import java.util.List;
import java.util.function.Consumer;

/** The transactions of the application. */
public interface Transactions {
    /**
     * Those that this thread is in, which are not over. Work that is done now is over with the last of them. Asked at
     * the end of each body.
     *
     * @param notFollowed told of each whose end cannot be seen
     */
    List<? extends Work> active(Consumer<NotFollowedException> notFollowed);

    /** True if this thread is in one. Changes nothing; asked after a call has got its lock. */
    boolean isActive();
}

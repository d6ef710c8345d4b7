package io.lockgraft.engine.look;

import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.site.Site;
import io.lockgraft.spi.Attempt;

/** A call that waits for a key: its thread, its method and rule, and for how long. Immutable. */
public final class WaiterView {
    private final Hold call;
    private final String key;
    private final ThreadView thread;
    private final long nanos;
    private final long unanswered;

    WaiterView(Hold call, String key, long now) {
        Attempt asking = call.waiter().attempt();
        boolean asks =
                asking != null && !asking.isContended() && !asking.answer().isDone();
        this.unanswered = asks ? Math.max(0, now - call.waiter().askedAt()) : -1;
        this.call = call;
        this.key = key;
        this.thread = ThreadView.of(call.thread());
        this.nanos = Math.max(0, now - call.waiter().begun());
    }

    /** Null where no thread waits. */
    public ThreadView thread() {
        return thread;
    }

    /** The method and the rule that it waits under. */
    public Site site() {
        return call.site();
    }

    /** For how long it has waited for all of its keys. */
    public long nanos() {
        return nanos;
    }

    /** For how long the store has told it nothing that it has asked; -1 where it waits for no answer. */
    public long unansweredNanos() {
        return unanswered;
    }

    /** True at one of the keys that it needs: it is seen at each whose gate it has come to, and counted here. */
    public boolean isAtFirstKey() {
        return key.equals(call.keys().get(0));
    }
}

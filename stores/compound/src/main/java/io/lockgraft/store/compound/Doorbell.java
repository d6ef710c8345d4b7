package io.lockgraft.store.compound;

import io.lockgraft.spi.Request;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * The server at which a request waits that finds the lock held, as an ordinary waiter. When that server lets it in, or
 * cannot say, the bell has rung. Guarded by its attempt, but for what any thread may ask.
 */
final class Doorbell {
    private final MajorityStore quorum;
    private final Consumer<Vote> listener;
    private final Queue<Runnable> outside;
    private volatile Vote vote;
    private volatile boolean contended;

    /**
     * @param listener is told of each answer, also of a server that is waited at no more
     * @param outside what is to be done at servers, once the attempt's lock is free
     */
    Doorbell(MajorityStore quorum, Consumer<Vote> listener, Queue<Runnable> outside) {
        this.quorum = quorum;
        this.listener = listener;
        this.outside = outside;
    }

    /** At which server; -1 where at none. */
    int server() {
        Vote at = vote;
        return at == null ? -1 : at.number();
    }

    /** Whether that is the answer that is waited for. */
    boolean is(Vote answered) {
        return vote == answered;
    }

    /** Whether others have held what it waits for, there or where it waited before. For any thread, without a lock. */
    boolean isContended() {
        Vote at = vote;
        if (at != null && at.isContended()) {
            contended = true;
        }
        return contended; // looked at after the vote, which is forgotten after this has been said
    }

    /** Goes on waiting where it does, or begins to there for this; -1 for nowhere. */
    void moveTo(int server, Request request) {
        if (server() == server) {
            return;
        }
        leave();
        rung();
        if (server >= 0) {
            Vote next = quorum.doorbell(server, request);
            vote = next;
            outside.add(() -> next.ask(listener));
        }
    }

    /** It has rung, and does no more. */
    void rung() {
        isContended();
        vote = null;
    }

    /** The request waits no more; what is known of the lock stays known. */
    void leave() {
        Vote at = vote;
        if (at != null) {
            outside.add(at::giveBack);
        }
    }
}

package io.lockgraft.spi.session;

import io.lockgraft.spi.Request;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What one owner has at one key within one session: nothing yet, a place in the queue, or the key. */
public abstract class Place {
    private final String key;
    private final Request request;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private volatile String lost;
    private volatile boolean left;
    private volatile String holder;

    /** The fence tokens that belong to it; 0 while there are none. */
    volatile long firstToken;

    volatile int tokens;

    /** The grant that was made of it last. The time of an earlier one takes nothing away. */
    volatile SessionGrant lastGrant;

    /** True if the server has been asked for it, and may have it. */
    volatile boolean wasSent;

    protected Place(String key, Request request) {
        this.key = key;
        this.request = request;
    }

    public final String key() {
        return key;
    }

    /** The request that made the place. */
    public final Request request() {
        return request;
    }

    /**
     * Takes the place at the server, or looks again at a place that it has there. Asked again after each {@link
     * #changed}, and after a failure, behind which the server may have the place or not. Never asked twice at a time.
     *
     * @return true where the owner has the key; false where others have it, who are told by {@link #heldBy} before
     */
    protected abstract CompletableFuture<Boolean> enter();

    /**
     * Gives the place back. Asked again until the server has answered, with no {@link #enter} under way.
     *
     * @return whether it was there
     */
    protected abstract CompletableFuture<Boolean> leave();

    /** The owner has this key at the server no more, though it had. Tells each grant of it, with a text for the log. */
    protected final void lose(String why) {
        if (lost == null && !left) {
            lost = why;
            listeners.forEach(Runnable::run);
        }
    }

    /** True while an attempt or a grant listens. Where none does, what has not been sent need not be. */
    protected final boolean isWanted() {
        return !listeners.isEmpty();
    }

    /** Another look may find more. */
    protected final void changed() {
        listeners.forEach(Runnable::run);
    }

    /** @param owner as the server's entry names it; null where it does not */
    protected final void heldBy(String owner) {
        holder = owner;
    }

    /** True if these places have had tokens together that are enough for the request. */
    static boolean haveTokens(List<Place> places, Request request) {
        long first = places.get(0).firstToken;
        return first > request.tokenAbove()
                && places.stream().allMatch(place -> place.firstToken == first && place.tokens >= request.tokens());
    }

    final String holder() {
        return holder;
    }

    /** Why the key was lost, or null. */
    final String lost() {
        return lost;
    }

    /** Notes that it is being given back. A key that goes from now on is not lost. */
    final void leaving() {
        left = true;
    }

    /** True if it has the key no more, or is being given back. */
    final boolean isOver() {
        return left || lost != null;
    }

    /** @param work runs at each change, on any thread; must be short */
    final void listen(Runnable work) {
        listeners.add(work);
    }

    final void unlisten(Runnable work) {
        listeners.remove(work);
    }
}

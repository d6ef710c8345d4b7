package io.lockgraft.store.memory;

import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** All keys of one process that are held or waited for. Stores are its clients; those on one set exclude each other. */
public final class Places {
    private final ConcurrentMap<String, Place> places = new ConcurrentHashMap<>();
    private final AtomicLong lastToken = new AtomicLong();
    private final Outer outer;

    public Places() {
        this(Outer.NONE);
    }

    public Places(Outer outer) {
        this.outer = outer;
    }

    Outer outer() {
        return outer;
    }

    /** Asks the key's place, which is made where there is none, and dropped where it is left empty. */
    private <T> T at(String key, Function<Place, T> what) {
        List<Waiter> entered = new ArrayList<>(0);
        List<T> answer = new ArrayList<>(1);
        places.compute(key, (name, known) -> {
            Place place = known == null ? new Place(name, outer) : known;
            answer.add(what.apply(place));
            place.letIn(entered);
            return place.isEmpty() ? null : place;
        });
        for (Waiter each : entered) {
            each.entered();
        }
        return answer.get(0);
    }

    /** Whether the waiter has the key now. If not, and it waits, it is told by {@link Waiter#entered}. */
    boolean enter(String key, Waiter waiter) {
        return at(key, place -> place.enter(waiter));
    }

    /** Nobody waits in this waiter's name any more. Returns whether it had entered. */
    boolean leave(String key, Owner owner) {
        return at(key, place -> place.leave(owner));
    }

    /** Looks whether somebody can enter now: a lease may be over, or another process may have left. */
    void look(String key) {
        at(key, place -> null);
    }

    /** Lets a lease run anew; false where the owner has not got the key. */
    boolean extend(String key, Owner owner, long leaseNanos) {
        return at(key, place -> place.extend(owner, leaseNanos));
    }

    /** In how many nanoseconds the next lease of this key ends. */
    long untilNextEnd(String key) {
        return at(key, Place::untilNextEnd);
    }

    /**
     * The first of the request's tokens; 0 where it cannot be said now. An owner that asks again keeps the one that it
     * has, unless it is too low.
     */
    long token(Request request, Owner owner) {
        int count = request.tokens();
        long last = Long.MAX_VALUE;
        for (String key : request.keys()) {
            last = Math.min(last, at(key, place -> place.lastToken(owner)));
        }
        if (last - count < request.tokenAbove() || last == 0) {
            last = outer == Outer.NONE
                    ? lastToken.updateAndGet(now -> Math.max(now, request.tokenAbove()) + count)
                    : outer.lastToken(request.tokenAbove(), count);
        }
        long told = last;
        for (String key : request.keys()) {
            at(key, place -> {
                place.lastToken(owner, told);
                return null;
            });
        }
        return last == 0 ? 0 : last - count + 1;
    }

    /** Takes the key away from all who hold it, and tells them why. */
    public void lose(String key, String why) {
        List<Holder> lost = at(key, Place::loseAll);
        for (Holder each : lost) {
            each.lost().complete(why);
        }
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Ends what is over on all keys, or has been lost. */
    void lookAtAll() {
        String why = outer.lost();
        if (why != null) {
            loseAll(why);
        }
        for (String key : places.keySet()) {
            look(key);
        }
    }

    /** Takes all keys away from all who hold them. */
    public void loseAll(String why) {
        for (String key : places.keySet()) {
            lose(key, why);
        }
    }

    public boolean isHeld(String key) {
        return at(key, Place::isHeld);
    }

    /** Who holds these keys now, and who waits for them. */
    public List<String> left(List<String> keys) {
        List<String> left = new ArrayList<>();
        for (String key : keys) {
            left.addAll(at(key, Place::all));
        }
        return left;
    }
}

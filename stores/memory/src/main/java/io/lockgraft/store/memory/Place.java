package io.lockgraft.store.memory;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One key: what holds it, and what waits for it, first come, first served. Used by one thread at a time. */
final class Place {
    private final String key;
    private final Outer outer;
    private final Map<Owner, Holder> holders = new LinkedHashMap<>();
    private final Map<Owner, Waiter> queue = new LinkedHashMap<>();

    Place(String key, Outer outer) {
        this.key = key;
        this.outer = outer;
    }

    boolean isEmpty() {
        return holders.isEmpty() && queue.isEmpty();
    }

    boolean enter(Waiter waiter) {
        dropEnded();
        Request request = waiter.request();
        Holder own = holders.get(waiter.owner());
        if (own != null) {
            own.extend(request.leaseNanos());
            return true;
        }
        if (isFirst(waiter, request.kind()) && take(waiter)) {
            return true;
        }
        if (waiter.waits()) {
            queue.put(waiter.owner(), waiter);
        }
        return false;
    }

    /** No queue for semaphores; else nothing overtakes, but that readers enter together. */
    private boolean isFirst(Waiter waiter, LockKind kind) {
        for (Waiter other : queue.values()) {
            if (other.owner().equals(waiter.owner())) {
                return true;
            }
            if (kind != LockKind.SEMAPHORE
                    && (kind != LockKind.READ || other.request().kind() != LockKind.READ)) {
                return false;
            }
        }
        return true;
    }

    private boolean take(Waiter waiter) {
        if (!admits(waiter.request()) || !outer.enter(key, waiter.request(), waiter.waits())) {
            return false;
        }
        holders.put(waiter.owner(), new Holder(waiter.request(), waiter.lost()));
        return true;
    }

    private boolean admits(Request request) {
        if (request.kind() == LockKind.SEMAPHORE) {
            return holders.size() < request.permits();
        }
        for (Holder holder : holders.values()) {
            if (request.kind() != LockKind.READ || holder.kind() != LockKind.READ) {
                return false;
            }
        }
        return true;
    }

    /** Lets in whatever can enter now, and notes it. */
    void letIn(List<Waiter> entered) {
        dropEnded();
        boolean any = true;
        while (any) {
            any = false;
            for (Waiter each : queue.values()) {
                if (!isFirst(each, each.request().kind())) {
                    break;
                }
                if (take(each)) {
                    queue.remove(each.owner());
                    entered.add(each);
                    any = true;
                    break;
                }
            }
        }
        if (queue.isEmpty()) {
            outer.stopWaiting(key);
        }
    }

    boolean leave(Owner owner) {
        dropEnded();
        queue.remove(owner);
        Holder left = holders.remove(owner);
        if (left != null) {
            outer.leave(key, left.request());
        }
        return left != null;
    }

    boolean extend(Owner owner, long leaseNanos) {
        dropEnded();
        Holder holder = holders.get(owner);
        if (holder != null) {
            holder.extend(leaseNanos);
        }
        return holder != null;
    }

    /** The last fence token that the owner has here; 0 for none. */
    long lastToken(Owner owner) {
        Holder holder = holders.get(owner);
        return holder == null ? 0 : holder.lastToken();
    }

    void lastToken(Owner owner, long token) {
        Holder holder = holders.get(owner);
        if (holder != null) {
            holder.lastToken(token);
        }
    }

    long untilNextEnd() {
        long next = Long.MAX_VALUE;
        for (Holder each : holders.values()) {
            next = Math.min(next, each.remaining());
        }
        return next;
    }

    boolean isHeld() {
        dropEnded();
        return !holders.isEmpty();
    }

    List<Holder> loseAll() {
        List<Holder> lost = new ArrayList<>(holders.values());
        for (Holder each : lost) {
            outer.leave(key, each.request());
        }
        holders.clear();
        return lost;
    }

    List<String> all() {
        dropEnded();
        List<String> all = new ArrayList<>();
        for (Owner each : holders.keySet()) {
            all.add(each + " holds " + key);
        }
        for (Owner each : queue.keySet()) {
            all.add(each + " waits for " + key);
        }
        return all;
    }

    private void dropEnded() {
        for (Iterator<Holder> each = holders.values().iterator(); each.hasNext(); ) {
            Holder holder = each.next();
            if (holder.remaining() <= 0) {
                each.remove();
                outer.leave(key, holder.request());
            }
        }
    }
}

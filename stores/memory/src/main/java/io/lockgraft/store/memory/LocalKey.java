package io.lockgraft.store.memory;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.table.Claim;
import io.lockgraft.spi.table.KeyAnswer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One key: what holds it, and what waits for it, first come, first served. Used by one thread at a time. */
final class LocalKey {
    /** What holds the key, and until when. */
    private static final class Holder {
        private final ProcessExclusion.Entry entry;
        private final long since;
        private long end;

        /** The last of the fence tokens that its owner has; 0 for none. */
        private long lastToken;

        Holder(ProcessExclusion.Entry entry, Request request) {
            this.entry = entry;
            this.since = System.nanoTime();
            this.end = since + request.leaseNanos();
        }

        void extend(long nanos) {
            end = System.nanoTime() + nanos;
        }

        /** Negative once the lease is over. */
        long remaining() {
            return end - System.nanoTime();
        }
    }

    private final String key;
    private final ProcessExclusion exclusion;
    private final Map<Claim, Holder> holders = new LinkedHashMap<>();
    private final Set<Claim> queue = new LinkedHashSet<>();

    /** True while other processes may know that this one waits. */
    private boolean inLine;

    LocalKey(String key, ProcessExclusion exclusion) {
        this.key = key;
        this.exclusion = exclusion;
    }

    boolean isEmpty() {
        return holders.isEmpty() && queue.isEmpty();
    }

    KeyAnswer take(Claim claim) {
        if (enters(claim)) {
            return KeyAnswer.taken();
        }
        for (Claim holder : holders.keySet()) {
            return KeyAnswer.heldBy(holder.request().owner().text());
        }
        return KeyAnswer.held();
    }

    private boolean enters(Claim claim) {
        Request request = claim.request();
        Holder own = holders.get(claim);
        if (own != null && own.entry.lost() == null) {
            own.extend(request.leaseNanos());
            return true;
        }
        if (queue.contains(claim)) {
            return false; // it is let in by what follows, and asks again
        }
        if (isFirst(claim) && admit(claim)) {
            return true;
        }
        if (claim.waits()) {
            queue.add(claim);
        }
        return false;
    }

    /** No queue for semaphores; else nothing overtakes, but that readers enter together. */
    private boolean isFirst(Claim claim) {
        LockKind kind = claim.request().kind();
        for (Claim other : queue) {
            if (other.equals(claim)) {
                return true;
            }
            if (kind != LockKind.SEMAPHORE
                    && (kind != LockKind.READ || other.request().kind() != LockKind.READ)) {
                return false;
            }
        }
        return true;
    }

    private boolean admit(Claim claim) {
        if (!admits(claim.request())) {
            if (claim.waits()) {
                exclusion.standInLine(key, claim.request());
                inLine = true;
            }
            return false;
        }
        ProcessExclusion.Entry entry = exclusion.enter(key, claim.request(), claim.waits());
        if (entry == null) {
            inLine |= claim.waits();
            return false;
        }
        holders.put(claim, new Holder(entry, claim.request()));
        return true;
    }

    private boolean admits(Request request) {
        if (request.kind() == LockKind.SEMAPHORE) {
            return holders.size() < request.permits();
        }
        for (Claim holder : holders.keySet()) {
            if (request.kind() != LockKind.READ || holder.request().kind() != LockKind.READ) {
                return false;
            }
        }
        return true;
    }

    /**
     * Lets in what can enter now, in the order of the queue, and adds it to the list. Where a claim was refused, others
     * that need as much are skipped.
     */
    void letIn(List<Claim> entered) {
        Request refused = null;
        for (Iterator<Claim> each = queue.iterator(); each.hasNext(); ) {
            Claim next = each.next();
            if (refused != null && isNoEasier(next.request(), refused)) {
                continue;
            }
            if (!isFirst(next)) {
                break;
            }
            if (admit(next)) {
                each.remove();
                entered.add(next);
            } else {
                refused = next.request();
            }
        }
        if (inLine && !standsInLine()) {
            inLine = false;
            exclusion.stopWaiting(key);
        }
    }

    /** Whether a claim waits behind those of other processes. Semaphores have no order there. */
    private boolean standsInLine() {
        for (Claim each : queue) {
            if (each.request().kind() != LockKind.SEMAPHORE) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNoEasier(Request request, Request other) {
        return request.kind() == other.kind() && request.permits() <= other.permits();
    }

    boolean giveBack(Claim claim) {
        queue.remove(claim);
        Holder holder = holders.remove(claim);
        return holder != null && holder.entry.leave();
    }

    /** @param nanos negative: the lease stays */
    boolean extend(Claim claim, long nanos) {
        Holder holder = holders.get(claim);
        if (holder == null || holder.entry.lost() != null) {
            return false;
        }
        if (nanos >= 0) {
            holder.extend(nanos);
        }
        return true;
    }

    /** The last fence token that the owner has here; 0 for none. */
    long lastToken(Claim claim) {
        Holder holder = holders.get(claim);
        return holder == null ? 0 : holder.lastToken;
    }

    void lastToken(Claim claim, long token) {
        Holder holder = holders.get(claim);
        if (holder != null) {
            holder.lastToken = token;
        }
    }

    long untilNextEnd() {
        long next = Long.MAX_VALUE;
        for (Holder each : holders.values()) {
            next = Math.min(next, each.remaining());
        }
        return next;
    }

    /** Takes the key away from all its holders, and returns them. */
    List<Claim> loseAll() {
        List<Claim> lost = new ArrayList<>(holders.keySet());
        holders.values().forEach(each -> each.entry.leave());
        holders.clear();
        return lost;
    }

    /** Takes the key away from the holders whose entry is lost, and returns them with the reason. */
    Map<Claim, String> endLost() {
        Map<Claim, String> lost = new LinkedHashMap<>();
        holders.forEach((claim, holder) -> {
            if (holder.entry.lost() != null) {
                lost.put(claim, holder.entry.lost());
            }
        });
        holders.keySet().removeAll(lost.keySet());
        return lost;
    }

    /** Takes the key away from this owner, and returns its claim; null where it has not the key. */
    Claim unlock(String owner) {
        for (Claim each : holders.keySet()) {
            if (each.request().owner().text().equals(owner)) {
                holders.remove(each).entry.leave();
                return each;
            }
        }
        return null;
    }

    void tellHolders(List<StoredLock> told) {
        holders.forEach((claim, holder) -> told.add(new StoredLock(
                key,
                claim.request().owner().text(),
                claim.request().owner().rule(),
                claim.request().owner().thread(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - holder.since),
                TimeUnit.NANOSECONDS.toMillis(holder.remaining()))));
    }

    List<String> all() {
        List<String> all = new ArrayList<>();
        for (Claim each : holders.keySet()) {
            all.add(each + " holds " + key);
        }
        for (Claim each : queue) {
            all.add(each + " waits for " + key);
        }
        return all;
    }

    /** Ends the leases that are over. Called before anything else is asked. */
    void dropEnded() {
        for (Iterator<Holder> all = holders.values().iterator(); all.hasNext(); ) {
            Holder each = all.next();
            if (each.remaining() <= 0) {
                all.remove();
                each.entry.leave();
            }
        }
    }
}

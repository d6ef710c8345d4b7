package io.lockgraft.testing.session;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * A server in memory that has entries within sessions, one queue a key. A session that it does not hear for its time
 * ends, and its entries go with it. What it says to a session, it says on another thread.
 */
public final class SessionServer {
    /** Of all of them. */
    private static final Clock CLOCK = new Clock(new DaemonThreads("session-server"));

    /** One session, as the server sees it. */
    static final class Seat {
        private final ServedClient client;
        private final long nanos;
        private long heardAt = System.nanoTime();
        private boolean over;

        private Seat(ServedClient client, long nanos) {
            this.client = client;
            this.nanos = nanos;
        }
    }

    /** An owner's place in the queue of a key. */
    private static final class Entry {
        private final Seat seat;
        private final String owner;

        private Entry(Seat seat, String owner) {
            this.seat = seat;
            this.owner = owner;
        }

        private boolean isOf(Seat its, String of) {
            return seat == its && owner.equals(of);
        }
    }

    private final Map<String, Deque<Entry>> queues = new HashMap<>();
    private final Set<Seat> seats = new HashSet<>();
    private boolean entriesStay;

    /** From now on entries outlive their sessions. */
    public synchronized void keepEntries() {
        entriesStay = true;
    }

    synchronized Seat begin(ServedClient client, long millis) {
        Seat seat = new Seat(client, TimeUnit.MILLISECONDS.toNanos(millis));
        seats.add(seat);
        watch(seat);
        return seat;
    }

    private synchronized void watch(Seat seat) {
        long left = seat.heardAt + seat.nanos - System.nanoTime();
        if (left <= 0) {
            end(seat);
        } else if (!seat.over) {
            CLOCK.after(left, () -> watch(seat));
        }
    }

    /** Returns false if the session is over. */
    synchronized boolean hear(Seat seat) {
        seat.heardAt = System.nanoTime();
        return !seat.over;
    }

    synchronized void end(Seat seat) {
        if (!seat.over) {
            seat.over = true;
            seats.remove(seat);
            CLOCK.after(0, seat.client::ended);
            if (!entriesStay) {
                queues.values().forEach(queue -> queue.removeIf(each -> each.seat == seat));
                tellAll();
            }
        }
    }

    private void tellAll() {
        for (Seat each : seats) {
            CLOCK.after(0, () -> tell(each));
        }
    }

    private void tell(Seat seat) {
        synchronized (this) {
            if (seat.over) {
                return;
            }
        }
        seat.client.changed();
    }

    /** Returns true if the owner has the key. */
    synchronized boolean enter(Seat seat, String key, String owner) {
        if (seat.over) {
            throw new IllegalStateException("the session is over");
        }
        Deque<Entry> queue = queues.computeIfAbsent(key, none -> new ArrayDeque<>());
        if (queue.stream().noneMatch(each -> each.isOf(seat, owner))) {
            queue.add(new Entry(seat, owner));
        }
        return has(seat, key, owner);
    }

    synchronized boolean has(Seat seat, String key, String owner) {
        return isHeld(key) && queues.get(key).peek().isOf(seat, owner);
    }

    /** Returns the owner that has the key, or null. */
    synchronized String holder(String key) {
        return isHeld(key) ? queues.get(key).peek().owner : null;
    }

    /** Returns false if it was not there. */
    synchronized boolean leave(Seat seat, String key, String owner) {
        boolean left = queues.getOrDefault(key, new ArrayDeque<>()).removeIf(each -> each.isOf(seat, owner));
        tellAll();
        return left;
    }

    public synchronized boolean isHeld(String key) {
        return !queues.getOrDefault(key, new ArrayDeque<>()).isEmpty();
    }

    /** The owners that have or want these keys. */
    public synchronized Set<String> left(List<String> keys) {
        Set<String> left = new TreeSet<>();
        for (String each : keys) {
            queues.getOrDefault(each, new ArrayDeque<>()).forEach(entry -> left.add(entry.owner));
        }
        return left;
    }

    /** Removes all entries of a key, as an administrator does. */
    public synchronized void delete(String key) {
        queues.remove(key);
        tellAll();
    }

    /** Ends the session of the key's holder. */
    public synchronized void expireHolder(String key) {
        end(queues.get(key).peek().seat);
    }
}

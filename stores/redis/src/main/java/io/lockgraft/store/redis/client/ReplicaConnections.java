package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.redisson.client.RedisConnection;

/** The connections to one server on which replicas are waited for; Redisson closes them when it gives the server up. */
final class ReplicaConnections {
    /** One of them at a time and key, as the gates see to it; so many keys at once and server. */
    private static final int MOST_CONNECTIONS = 64;

    private static final int MOST_IDLE = 4;

    /** So many requests may wait for a connection. Then those whose time is over are refused first. */
    static final int MOST_WAITING = 1024;

    private final Supplier<? extends CompletionStage<RedisConnection>> server;
    private final Deque<RedisConnection> idle = new ArrayDeque<>();
    private final Deque<Borrower> queue = new ArrayDeque<>();
    private final Queue<Optional<RedisConnection>> free = new ConcurrentLinkedQueue<>();
    private final AtomicInteger passing = new AtomicInteger();
    private int out;

    /** @param server makes a connection to it */
    ReplicaConnections(Supplier<? extends CompletionStage<RedisConnection>> server) {
        this.server = server;
    }

    /** @param until by System.nanoTime; no connection is given later */
    CompletableFuture<RedisConnection> borrow(long until) {
        Borrower borrower = new Borrower(until);
        List<Borrower> refused = new ArrayList<>(0);
        boolean connects;
        synchronized (this) {
            for (RedisConnection kept = idle.pollLast(); kept != null; kept = idle.pollLast()) {
                if (kept.isActive()) {
                    out++;
                    borrower.complete(kept);
                    return borrower;
                }
                close(kept);
            }
            connects = out < MOST_CONNECTIONS;
            if (connects) {
                out++;
            } else {
                if (queue.size() == MOST_WAITING) {
                    queue.removeIf(waiting -> waiting.isLate() && refused.add(waiting));
                }
                (queue.size() < MOST_WAITING ? queue : refused).add(borrower);
            }
        }
        refused.forEach(Borrower::refuse);
        if (connects) {
            connect(borrower);
        }
        return borrower;
    }

    /** Not as a lost one, for that takes the answers from all calls that wait for a server. */
    private static void close(RedisConnection connection) {
        connection.closeIdleAsync();
    }

    private void connect(Borrower borrower) {
        try {
            server.get().whenComplete((made, error) -> connected(borrower, made, error));
        } catch (Throwable e) {
            connected(borrower, null, e);
        }
    }

    private void connected(Borrower borrower, RedisConnection made, Throwable error) {
        if (error != null) {
            passOn(null);
            // Whatever the server refused, or did not answer, while it was made: it has seen nothing of the borrower's.
            Failure failure = Failure.of(error);
            borrower.completeExceptionally(
                    failure.isUnsent() ? error : new UnsentException("no connection", failure.cause()));
        } else if (borrower.isLate()) {
            giveBack(made, true);
            borrower.refuse();
        } else {
            borrower.complete(made);
        }
    }

    /** @param free whether no answer is owed any more: a late one would look like that of the next request */
    void giveBack(RedisConnection connection, boolean free) {
        boolean usable = free && connection.isActive();
        if (!usable) {
            close(connection);
        }
        passOn(usable ? connection : null);
    }

    /**
     * Gives it to the next in the queue. One at a time, because what that one does may end at once and lead here again.
     *
     * @param connection null where the next one makes its own
     */
    private void passOn(RedisConnection connection) {
        free.add(Optional.ofNullable(connection));
        if (passing.getAndIncrement() == 0) {
            do {
                passOnNow(free.poll().orElse(null));
            } while (passing.decrementAndGet() > 0);
        }
    }

    private void passOnNow(RedisConnection connection) {
        Borrower next = next(connection);
        while (next != null && next.isLate()) {
            next.refuse();
            next = next(connection);
        }
        if (next != null && connection == null) {
            connect(next);
        } else if (next != null) {
            next.complete(connection);
        }
    }

    /** Null where the queue is over; then the connection is kept for a while. */
    private synchronized Borrower next(RedisConnection connection) {
        Borrower next = queue.poll();
        if (next == null) {
            out--;
            if (connection != null) {
                idle.add(connection);
            }
            if (idle.size() > MOST_IDLE) {
                close(idle.poll());
            }
        }
        return next;
    }

    /** A request that waits for a connection. */
    private static final class Borrower extends CompletableFuture<RedisConnection> {
        private final long until;

        private Borrower(long until) {
            this.until = until;
        }

        private boolean isLate() {
            return until - System.nanoTime() <= 0;
        }

        /** Its script must not run: the call has been answered, and a grant would only be given back. */
        private void refuse() {
            completeExceptionally(new UnsentException(
                    "all " + MOST_CONNECTIONS + " connections on which replicas are waited for were in use"));
        }
    }
}

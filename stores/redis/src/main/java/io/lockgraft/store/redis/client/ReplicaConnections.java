package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnsentException;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.LinkedBlockingQueue;
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
    private final Deque<RedisConnection> idle = new ConcurrentLinkedDeque<>();
    private final Queue<Borrower> queue = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicInteger out = new AtomicInteger();
    private final AtomicInteger lending = new AtomicInteger();

    /** @param server makes a connection to it */
    ReplicaConnections(Supplier<? extends CompletionStage<RedisConnection>> server) {
        this.server = server;
    }

    /** @param until by System.nanoTime; no connection is given later */
    CompletableFuture<RedisConnection> borrow(long until) {
        Borrower borrower = new Borrower(until);
        if (!queue.offer(borrower)) {
            queue.stream().filter(each -> each.isLate() && queue.remove(each)).forEach(Borrower::refuse);
            if (!queue.offer(borrower)) {
                borrower.refuse();
            }
        }
        lend();
        return borrower;
    }

    /** One thread at a time, because what a borrower does may end at once and lead here again. */
    private void lend() {
        int asked = lending.getAndIncrement() == 0 ? 1 : 0;
        while (asked != 0) {
            for (Borrower next = next(); next != null; next = next()) {
                lend(next);
            }
            while (idle.size() > MOST_IDLE) {
                close(idle.remove());
            }
            asked = lending.addAndGet(-asked);
        }
    }

    private Borrower next() {
        return out.get() < MOST_CONNECTIONS ? queue.poll() : null;
    }

    private void lend(Borrower borrower) {
        if (borrower.isLate()) {
            borrower.refuse();
            return;
        }
        out.incrementAndGet();
        RedisConnection kept = idle.pollLast();
        while (kept != null && !kept.isActive()) {
            close(kept);
            kept = idle.pollLast();
        }
        if (kept != null) {
            borrower.complete(kept);
        } else {
            connect(borrower);
        }
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
            isBack();
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
        if (free && connection.isActive()) {
            idle.add(connection);
        } else {
            close(connection);
        }
        isBack();
    }

    private void isBack() {
        out.decrementAndGet();
        lend();
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

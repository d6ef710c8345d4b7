package io.lockgraft.backend.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.redisson.client.RedisClient;

/**
 * Shows of servers that their replicas still followed them after they had answered. A master that has been replaced and
 * has not been told goes on answering, but its replicas leave it for the other one, and confirm nothing to it any more.
 * One proof at a time for each server: all who ask while one is under way share the next.
 */
final class Proofs {
    /** What breaks a connection says nothing of the server: it is asked again on another one. */
    private static final int MOST_QUESTIONS = 3;

    private final Client client;
    private final Map<RedisClient, Round> rounds = new HashMap<>(); // guarded by this

    Proofs(Client client) {
        this.client = client;
    }

    /** One proof, of all that was answered before it began. */
    private final class Round {
        private final RedisClient server;
        private final long patience;
        private final LongFunction<? extends CompletableFuture<?>> question;
        private final CompletableFuture<Void> proven = new CompletableFuture<>();
        private Round next; // guarded by all of them

        private Round(RedisClient server, long patience, LongFunction<? extends CompletableFuture<?>> question) {
            this.server = server;
            this.patience = patience;
            this.question = question;
        }

        private void begin() {
            ask(System.nanoTime() + patience, MOST_QUESTIONS);
        }

        private void ask(long until, int questions) {
            try {
                question.apply(until).whenComplete((done, error) -> {
                    boolean again = error != null && questions > 1 && until - System.nanoTime() > 0;
                    if (again && !client.isClosed()) {
                        ask(until, questions - 1);
                    } else {
                        end(error);
                    }
                });
            } catch (Throwable e) {
                end(e);
            }
        }

        private void end(Throwable error) {
            Round following = follow(this);
            Futures.complete(proven, null, error);
            if (following != null) {
                following.begin();
            }
        }
    }

    /**
     * Done once a proof has succeeded that began after this was called; failed as that fails.
     *
     * @param patience of the proof, in nanoseconds
     * @param question writes something to the server and has its replicas confirm it, until then by System.nanoTime
     */
    CompletableFuture<Void> of(
            RedisClient server, long patience, LongFunction<? extends CompletableFuture<?>> question) {
        Round round = new Round(server, patience, question);
        synchronized (this) {
            Round underWay = rounds.putIfAbsent(server, round);
            if (underWay != null && underWay.next == null) {
                underWay.next = round;
            }
            if (underWay != null) {
                return underWay.next.proven;
            }
        }
        round.begin();
        return round.proven;
    }

    private synchronized Round follow(Round ended) {
        if (ended.next == null) {
            rounds.remove(ended.server);
        } else {
            rounds.put(ended.server, ended.next);
        }
        return ended.next;
    }
}

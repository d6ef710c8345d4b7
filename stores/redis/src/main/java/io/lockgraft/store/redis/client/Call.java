package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.AnswerLostException;
import io.lockgraft.store.redis.failure.UnsentException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.redisson.client.RedisClient;

/**
 * One command on its way to a server: the future of its answer, which fails at once when a connection to that server
 * breaks. One that a cluster's node has sent on to another, as slots move, may have to wait for its time-out instead.
 * It may wait in a {@link Bulkhead} before it is sent.
 */
public final class Call<T> extends CompletableFuture<T> {
    private final Client client;
    private volatile RedisClient server;
    private volatile Bulkhead bulkhead;

    /** Hands it to the client; null unless it waits for that. */
    private volatile Runnable sending;

    private volatile long since;
    private volatile long until;

    /** @param server where the command goes; null where that is not known */
    Call(Client client, RedisClient server) {
        this.client = client;
        this.server = server;
    }

    /** From now on it is that server's to answer. */
    void goesOnTo(RedisClient other) {
        server = other;
    }

    /** Whether its answer may have been lost with a connection to this address. */
    boolean isAnsweredBy(InetSocketAddress address) {
        RedisClient asked = server;
        return asked == null || asked.getAddr() == null || asked.getAddr().equals(address);
    }

    /**
     * Sends it once there is room for it; until then it may be {@linkplain #withdraw withdrawn}.
     *
     * @param isUrgent whether it goes before those that want a lock
     * @param lastAnswer when an answer comes too late, by System.nanoTime: it is not sent after that
     * @param sends hands it to the client
     */
    void enter(Bulkhead into, boolean isUrgent, long lastAnswer, Runnable sends) {
        since = System.nanoTime();
        until = lastAnswer;
        bulkhead = into;
        sending = sends;
        into.admit(this, isUrgent);
    }

    /** Whether it has not been handed to the client, and still may be. */
    boolean waits() {
        return sending != null;
    }

    /** Whether no answer to it is awaited any more. */
    boolean isTooLate(long now) {
        return now - until >= 0;
    }

    /** For how long, in nanoseconds, it has been in the bulkhead or, since it was taken, in the client. */
    long ageNanos(long now) {
        return now - since;
    }

    /** Ends its waiting. What hands it to the client, for the one that takes it first; else null. */
    synchronized Runnable take() {
        since = System.nanoTime();
        Runnable taken = sending;
        sending = null;
        if (taken != null) {
            bulkhead.taken();
        }
        return taken;
    }

    /** What has not been sent yet is not sent any more. */
    public void withdraw() {
        UnsentException why = unsent();
        if (why != null && take() != null) {
            completeExceptionally(why);
        }
    }

    /** Why it has not been sent yet; null where it has. */
    public UnsentException unsent() {
        return waits() ? new UnsentException(bulkhead.awaited()) : null;
    }

    /** It has not come to the server, or that is not known. */
    void fail(Throwable why) {
        client.answered(this);
        completeExceptionally(why);
    }

    void lose(String why) {
        if (!isDone()) {
            fail(new AnswerLostException(why));
        }
    }

    <A> Call<T> follow(CompletionStage<A> answer, Function<? super A, ? extends T> reading) {
        client.track(this);
        answer.whenComplete((said, error) -> end(said, error, reading));
        return this;
    }

    /** The command's answer has come, or will not. */
    <A> void end(A said, Throwable error, Function<? super A, ? extends T> reading) {
        if (error != null) {
            fail(error);
            return;
        }
        try {
            client.answered(this);
            complete(reading.apply(said));
        } catch (RuntimeException | LinkageError e) {
            completeExceptionally(e);
        }
    }
}

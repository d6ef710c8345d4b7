package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.AnswerLostException;
import io.lockgraft.store.redis.failure.UnsentException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.redisson.client.RedisClient;

/**
 * One command on its way to a server: the future of its answer, which fails at once when a connection to that server
 * breaks. One that a cluster's node has sent on to another, as slots move, may have to wait for its time-out instead.
 */
public final class Call<T> extends CompletableFuture<T> {
    private final Client client;
    private volatile RedisClient server;
    private volatile Ticket ticket;
    private volatile Bulkhead bulkhead;

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
     * @param sending hands it to the client
     */
    Call<T> enter(Bulkhead into, boolean isUrgent, Supplier<Call<T>> sending) {
        Ticket mine = new Ticket(sending, this::fail);
        bulkhead = into;
        ticket = mine;
        into.admit(mine, isUrgent);
        return this;
    }

    /** What has not been sent yet is not sent any more. */
    public void withdraw() {
        Ticket mine = ticket;
        UnsentException why = unsent();
        if (why != null && mine.withdraws()) {
            completeExceptionally(why);
        }
    }

    /** Why it has not been sent yet; null where it has. */
    public UnsentException unsent() {
        Ticket mine = ticket;
        return mine == null || !mine.waits() ? null : new UnsentException(bulkhead.awaited());
    }

    /** It has not come to the server, or that is not known. */
    void fail(Throwable why) {
        client.answered(this);
        completeExceptionally(why);
    }

    Call<T> follow(CompletionStage<T> answer) {
        client.track(this);
        answer.whenComplete((value, error) -> end(value, error, Function.identity()));
        return this;
    }

    /** The command's answer has come, or will not. */
    <A> void end(A said, Throwable error, Function<? super A, ? extends T> reading) {
        client.answered(this);
        if (error != null) {
            completeExceptionally(error);
            return;
        }
        try {
            complete(reading.apply(said));
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }

    void lose(String why) {
        if (!isDone()) {
            client.answered(this);
            completeExceptionally(new AnswerLostException(why));
        }
    }
}

package io.lockgraft.backend.redis;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.redisson.client.RedisClient;

/**
 * One command on its way to a server: the future of its answer, which fails at once when a connection to that server
 * breaks. One that a cluster's node has sent on to another, as slots move, may have to wait for its time-out instead.
 */
final class Call<T> extends CompletableFuture<T> {
    private final Client client;
    private volatile RedisClient server;

    /** @param server where the command goes; null where nobody knows */
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

    Call<T> follow(CompletionStage<T> answer) {
        client.track(this);
        answer.whenComplete((value, error) -> {
            try {
                client.answered(this);
            } finally {
                if (error == null) {
                    complete(value);
                } else {
                    completeExceptionally(error);
                }
            }
        });
        return this;
    }

    void lose(String why) {
        if (!isDone()) {
            client.answered(this);
            completeExceptionally(new AnswerLostException(why));
        }
    }
}

package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnconfirmedException;
import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.redisson.client.RedisConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;

/** A script on a connection of its own. Where its answer counts, WAIT follows until enough replicas have confirmed. */
final class Confirmation<T> {
    /** Redisson takes a connection for dead that does not answer its PING for a second, as during a long WAIT. */
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(400);

    private final RedisConnection connection;
    private final Channel channel;
    private final String what;
    private final Predicate<T> counts;
    private final int replicas;
    private final long until;
    private final Runnable nudge;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private volatile boolean answered = true;

    /**
     * @param nudge sends the server a command: an idle one looks at its clock ten times a second only
     */
    Confirmation(
            RedisConnection connection, String what, Predicate<T> counts, int replicas, long until, Runnable nudge) {
        this.what = what;
        this.connection = connection;
        this.channel = connection.getChannel();
        this.counts = counts;
        this.replicas = replicas;
        this.until = until;
        this.nudge = nudge;
    }

    CompletableFuture<T> run(RedisCommand<T> command, Object... arguments) {
        connection.<T, T>async(StringCodec.INSTANCE, command, arguments).whenComplete((value, error) -> {
            if (error != null) {
                answered = !Failure.of(error).isAmbiguous();
                answer.completeExceptionally(error);
            } else {
                confirm(value);
            }
        });
        return answer;
    }

    private void confirm(T said) {
        try {
            if (counts.test(said)) {
                await(said);
            } else {
                answer.complete(said);
            }
        } catch (RuntimeException e) {
            answer.completeExceptionally(unconfirmed(e));
        }
    }

    private void await(T said) {
        long nanos = Math.max(TimeUnit.MILLISECONDS.toNanos(1), Math.min(SLICE, until - System.nanoTime()));
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        Future<?> end = channel.eventLoop().schedule(nudge, millis + 1, TimeUnit.MILLISECONDS);
        long patience = millis + connection.getRedisClient().getCommandTimeout();
        connection
                .<Integer, Integer>async(patience, StringCodec.INSTANCE, RedisCommands.WAIT, replicas, millis)
                .whenComplete((confirmed, error) -> {
                    end.cancel(false);
                    if (error != null) {
                        answer.completeExceptionally(unconfirmed(error));
                    } else if (connection.getChannel() != channel) {
                        // Made anew in between, it has written nothing, and WAIT confirms that at once.
                        answer.completeExceptionally(unconfirmed("the connection was lost", null));
                    } else if (confirmed >= replicas) {
                        answer.complete(said);
                    } else if (until - System.nanoTime() > 0) {
                        confirm(said);
                    } else {
                        answer.completeExceptionally(unconfirmed(confirmed + " did in time", null));
                    }
                });
    }

    /** Whether the connection owes no answer, once there is an answer to the whole. */
    boolean isAnswered() {
        return answered;
    }

    private UnconfirmedException unconfirmed(Throwable error) {
        Failure failure = Failure.of(error);
        answered = !failure.isAmbiguous();
        String said = failure.told().getMessage();
        return unconfirmed(said, said.startsWith("NOPERM") ? failure.cause() : null);
    }

    private UnconfirmedException unconfirmed(String why, Throwable cause) {
        String of = replicas == 1 ? "1 replica" : replicas + " replicas";
        return new UnconfirmedException(what + " was to be confirmed by " + of + "; " + why, cause);
    }
}

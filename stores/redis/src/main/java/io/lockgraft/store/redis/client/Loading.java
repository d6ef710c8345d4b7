package io.lockgraft.store.redis.client;

import io.lockgraft.spi.StillLoadingException;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnavailableException;
import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisTimeoutException;

/**
 * How far the client has come on its way to the first answer, and so what a request waits for: the agent's classes, the
 * connection, or the server.
 *
 * <p>The loading is over with the first answer to a script, with a failure, or when a server is silent. Until then a
 * slow server looks like classes that load slowly, and a time-out of Redisson says nothing of the server.
 */
final class Loading {
    /** For so long, at most, a time-out is blamed on this JVM. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);

    private final long begun = System.nanoTime();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    /** Null before the first connection is begun. */
    private volatile String awaited;

    /** Why the server refused the last connection, where it will refuse the next one, too; else null. */
    private volatile Exception refusal;

    private volatile boolean connected;
    private volatile boolean triedInVain;

    /** Fails where the server could not be reached, or did not answer. */
    CompletableFuture<?> over() {
        return over;
    }

    /** What a request has waited for that got no answer in time. */
    Exception awaited() {
        Exception refused = refusal;
        if (refused != null && !connected) {
            return refused;
        }
        String now = awaited;
        return now == null
                ? new StillLoadingException("this JVM is still loading the lock client")
                : new TimeoutException(now);
    }

    /** Tells how a connection comes to be, until the client has its first one. */
    void watch(Channel made) {
        if (!connected) {
            // In front of the encryption: its first bytes count too.
            made.pipeline().addFirst(new FirstConnection(this));
        }
    }

    void awaits(String what) {
        if (!connected) {
            awaited = what;
        }
    }

    /** A server that was asked has said nothing for a while, although this JVM has listened. */
    void silent() {
        over.completeExceptionally(awaited());
    }

    /** The first script loads what all others need. */
    void connected(Commands commands) {
        awaits("the lock server has not answered");
        connected = true;
        commands.nothing().whenComplete((said, error) -> over.complete(null));
    }

    void failed(Throwable why) {
        Failure failure = Failure.of(why);
        UnavailableException told = failure.told();
        refusal = failure.isFinal() ? told : null;
        over.completeExceptionally(told);
    }

    /**
     * Whether this JVM's loading, and not the server, may have let Redisson's time run out. Where not even a connection
     * was begun, it is that the first time; the second time the server's address is unknown.
     */
    boolean mayHaveTakenTooLong(Throwable why) {
        boolean first = !triedInVain;
        triedInVain = true;
        return isTimeOut(why) && !over.isDone() && (first || awaited != null) && System.nanoTime() - begun < LONGEST;
    }

    /** Of a time-out Redisson does not say what it has waited for. */
    Throwable explained(Throwable why) {
        if (!isTimeOut(why)) {
            return why;
        }
        String what = awaited;
        return new RedisConnectionException(what == null ? "the lock server's name is not looked up yet" : what, why);
    }

    private static boolean isTimeOut(Throwable why) {
        for (Throwable e = why; e != null; e = e.getCause()) {
            if (e instanceof TimeoutException || e instanceof RedisTimeoutException) {
                return true;
            }
        }
        return false;
    }
}

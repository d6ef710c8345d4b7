package io.lockgraft.backend.redis;

import java.net.ConnectException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisWrongPasswordException;
import org.redisson.client.WriteRedisConnectionException;

/**
 * What a failed command tells: whether the server may have executed it all the same, and whether asking again can help.
 */
final class Failure {
    /** Errors that Redis answers with and that pass: a restart, a failover, a full memory, a script that runs long. */
    private static final String[] PASSING = {
        "LOADING",
        "READONLY",
        "MASTERDOWN",
        "CLUSTERDOWN",
        "TRYAGAIN",
        "BUSY",
        "OOM",
        "NOREPLICAS",
        "MISCONF",
        "NOSCRIPT",
        "ERR max number of clients",
        "MOVED",
        "ASK"
    };

    private final Throwable cause;

    private Failure(Throwable cause) {
        this.cause = cause;
    }

    static Failure of(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new Failure(cause);
    }

    Throwable cause() {
        return cause;
    }

    /** Whether the server may have executed the command, or may execute it later. */
    boolean isAmbiguous() {
        if (cause instanceof AnswerLostException
                || cause instanceof CancellationException
                || cause instanceof WriteRedisConnectionException
                || cause instanceof RedisReconnectedException) {
            return true;
        }
        if (cause instanceof RedisTimeoutException) {
            return !String.valueOf(cause.getMessage()).startsWith("Unable to acquire connection");
        }
        return !(cause instanceof RedisConnectionException
                || cause instanceof RedisNodeNotFoundException
                || cause instanceof ConnectException
                || isAnsweredByServer(cause)
                || cause instanceof IllegalArgumentException
                || cause instanceof SSLException);
    }

    /** Whether asking again cannot help: wrong password, missing right, wrong type of key, mistake in the settings. */
    boolean isFinal() {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof RedisWrongPasswordException
                    || e instanceof RedisAuthRequiredException
                    || e instanceof SSLException
                    || e instanceof IllegalArgumentException
                    || (isAnsweredByServer(e) && !isPassing(e))) {
                return true;
            }
        }
        return false;
    }

    /** Redisson gives most errors of the server a class of their own, and the rest the plain one without a cause. */
    private static boolean isAnsweredByServer(Throwable e) {
        if (!(e instanceof RedisException)
                || e instanceof RedisTimeoutException
                || e instanceof RedisConnectionException
                || e instanceof RedisNodeNotFoundException
                || e instanceof RedisReconnectedException) {
            return false;
        }
        return e.getClass() != RedisException.class || e.getCause() == null;
    }

    private static boolean isPassing(Throwable e) {
        if (e.getClass() != RedisException.class) {
            return true; // those that never pass have been told apart by their class
        }
        String message = String.valueOf(e.getMessage());
        for (String passing : PASSING) {
            if (message.startsWith(passing)) {
                return true;
            }
        }
        return false;
    }
}

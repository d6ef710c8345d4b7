package io.lockgraft.store.redis.failure;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.Secrets;
import io.lockgraft.store.log.LibraryText;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
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
public final class Failure {
    /** Errors that Redis answers with and that pass: a restart, a failover, a full memory, a script that runs long. */
    private static final Pattern PASSING = Pattern.compile("LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM"
            + "|NOREPLICAS|MISCONF|NOSCRIPT|ERR max number of clients|MOVED|ASK");

    /** Causes can go in a circle. */
    private static final int DEEPEST = 8;

    private final Throwable cause;

    private Failure(Throwable cause) {
        this.cause = cause;
    }

    public static Failure of(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new Failure(cause);
    }

    public Throwable cause() {
        return cause;
    }

    /**
     * The same for the reader of a log. {@link LibraryText} cuts what Redisson adds, and the causes add what it leaves
     * out (what lies behind "Unable to connect").
     */
    public UnavailableException told() {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (Throwable e = cause; e != null && depth < DEEPEST; e = e.getCause(), depth++) {
            String said = said(e);
            if (text.indexOf(said) < 0) {
                text.append(text.length() == 0 ? "" : ": ").append(said);
            }
        }
        return new UnavailableException(Secrets.mask(text.toString()), Log.isDebug() ? cause : null);
    }

    /** The same as what a future fails with. It tells whether asking again cannot help. */
    public Exception thrown() {
        UnavailableException told = told();
        return isFinal() ? new Answer.Refusal(told.getMessage(), told.getCause()) : told;
    }

    private static String said(Throwable e) {
        String message = e.getMessage();
        if (e instanceof UnsentException && message != null) {
            return message; // no text of the library
        }
        if (e instanceof LinkageError) {
            return e.toString();
        }
        if (e instanceof RedisNodeNotFoundException) {
            return "it is not known which server has the key now; another is becoming the master, or slots are moving";
        }
        if (e instanceof WriteRedisConnectionException && e.getCause() instanceof IOException) {
            return "the connection to the lock server was lost";
        }
        if (message == null && e instanceof TimeoutException) {
            return "no answer in time";
        }
        if (message == null && e instanceof ClosedChannelException) {
            return "the connection was closed";
        }
        if (e.getCause() != null && e.getCause().toString().equals(message)) {
            return said(e.getCause());
        }
        return LibraryText.of(e);
    }

    /** Whether it is the server's own answer, be it a refusal. */
    public boolean isAnswer() {
        // Redisson gives most errors of the server a class of their own, and the rest the plain one without a cause.
        return cause instanceof RedisException
                && !(cause instanceof RedisTimeoutException
                        || cause instanceof RedisConnectionException
                        || cause instanceof RedisNodeNotFoundException
                        || cause instanceof RedisReconnectedException)
                && (cause.getClass() != RedisException.class || cause.getCause() == null);
    }

    /** Whether the server may have executed the command, or may execute it later; so too where that is not known. */
    public boolean isAmbiguous() {
        if (cause instanceof WriteRedisConnectionException) {
            return true;
        }
        if (cause instanceof RedisTimeoutException) {
            return !String.valueOf(cause.getMessage()).startsWith("Unable to acquire connection");
        }
        return !(cause instanceof RedisConnectionException
                || cause instanceof UnconfirmedException
                || cause instanceof UnsentException
                || cause instanceof RedisNodeNotFoundException
                || isUnconnected()
                || isAnswer()
                || isMistake(cause)
                || cause instanceof SSLException);
    }

    /** Redisson wraps nothing else so than what kept it from a connection, as long as it sends a command once. */
    private boolean isUnconnected() {
        return cause instanceof ConnectException
                || cause.getClass() == RedisException.class && cause.getCause() instanceof IOException;
    }

    /** Whether the command has surely never come to the server. */
    public boolean isUnsent() {
        return !isAmbiguous() && !isGranted() && !isAnswer();
    }

    /** Whether the server has granted all the same. */
    public boolean isGranted() {
        return cause instanceof UnconfirmedException;
    }

    /** Whether asking again cannot help: wrong password, missing right, wrong type of key, mistake in the settings. */
    public boolean isFinal() {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof RedisWrongPasswordException
                    || e instanceof RedisAuthRequiredException
                    || isDistrust(e)
                    || isMistake(e)
                    || (e instanceof TurnedAwayException && isLasting(((TurnedAwayException) e).said))
                    || (isPlainError(e) && isLasting(String.valueOf(e.getMessage())))) {
                return true;
            }
        }
        return false;
    }

    /** In the settings, or of a jar that is not whole. An answer that cannot be read is no mistake. */
    private static boolean isMistake(Throwable e) {
        return e instanceof IllegalArgumentException && !LibraryText.isOfReading(e) || e instanceof LinkageError;
    }

    /** A handshake that failed, and not because the network broke. */
    private static boolean isDistrust(Throwable e) {
        boolean network = e.getCause() instanceof IOException && !(e.getCause() instanceof SSLException);
        return e instanceof SSLException && !network && !(e instanceof SslHandshakeTimeoutException);
    }

    /** An error of the server without a class of its own. Of those with one, the ones that never pass are named. */
    private static boolean isPlainError(Throwable e) {
        return e.getClass() == RedisException.class && e.getCause() == null;
    }

    /** Of an error's text. */
    private static boolean isLasting(String error) {
        return !error.isEmpty() && !PASSING.matcher(error).lookingAt();
    }
}

package io.lockgraft.store.redis.client;

import io.lockgraft.spi.log.StoreLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.redisson.client.RedisClient;

/**
 * Makes the client anew where it is stuck: nothing has come through to a server for some seconds, although it answers a
 * plain PING. What is held stays held, because owners keep their names. Where that does not help, it is done less and
 * less often.
 */
public final class Reconnection {
    private static final int PATIENCE_MILLIS = 1000;
    private static final int LOOK_AGAIN_MILLIS = 20;
    private static final long LONGEST_LOOK = TimeUnit.SECONDS.toNanos(20);
    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(5);

    /** What a server answers that would serve commands; others it may refuse as well, full as it is. */
    private static final String[] SERVES = {"+PONG", "-NOAUTH", "-NOPERM"};

    private final Executor threads;
    private final StoreLog log;
    private final Runnable making;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long notBefore = System.nanoTime();
    private volatile long pause = FIRST_PAUSE;

    /** @param making puts another client in the place of the one that is stuck */
    public Reconnection(Executor threads, StoreLog log, Runnable making) {
        this.threads = threads;
        this.log = log;
        this.making = making;
    }

    /** This server has said nothing to the client for some seconds. Does not wait. */
    public void suspect(RedisClient server, Silence silence) {
        if (System.nanoTime() - notBefore >= 0 && looking.compareAndSet(false, true)) {
            threads.execute(() -> look(server, silence));
        }
    }

    private void look(RedisClient server, Silence silence) {
        try {
            InetSocketAddress address = server.getAddr();
            boolean encrypted = server.getConfig().getAddress().isSsl();
            if (address == null || !answers(address, encrypted) || !goesOn(silence)) {
                return;
            }
            long now = System.nanoTime();
            pause = now - notBefore > LONGEST_PAUSE ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
            notBefore = now + pause;
            making.run();
            log.warn("the Redis client was stuck: nothing had come through to " + address
                    + " for some seconds, and yet it is up. The client has been made anew; locks are kept");
        } catch (Exception e) {
            log.warn("the Redis client seems to be stuck, and could not be made anew; that is tried again", e);
        } finally {
            looking.set(false);
        }
    }

    /** Whether the client does not get through now either: a server that has just thawed answers all at once. */
    private static boolean goesOn(Silence silence) throws InterruptedException {
        long answered = System.nanoTime();
        long until = answered + LONGEST_LOOK;
        while (!silence.isOver() && !silence.isSilentSince(answered) && until - System.nanoTime() > 0) {
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        return silence.isSilentSince(answered);
    }

    /** With TLS it is enough that the server takes the connection: a handshake needs the client's settings. */
    private static boolean answers(InetSocketAddress address, boolean encrypted) {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(address, PATIENCE_MILLIS);
            if (encrypted) {
                return true;
            }
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStreamReader answer = new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
            String said = String.valueOf(new BufferedReader(answer).readLine());
            return Stream.of(SERVES).anyMatch(said::startsWith);
        } catch (IOException e) {
            return false;
        }
    }
}

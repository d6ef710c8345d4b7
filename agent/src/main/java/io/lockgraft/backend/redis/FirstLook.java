package io.lockgraft.backend.redis;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Whether the server answers at all, found out by a plain socket while the client's classes are still being loaded: the
 * first calls of a process are given time for that loading, but not for a server that is down or frozen. Says PING, or
 * to a server that wants TLS the first words of a handshake, and takes any answer, a refusal too.
 */
final class FirstLook {
    /** How long the loading of the client may take where the server is there. */
    private static final long FOR_LOADING = TimeUnit.SECONDS.toNanos(5);

    /** On a busy machine it takes a while until this look itself gets to its question; then it is waited for so long. */
    private static final long FOR_QUESTION = TimeUnit.SECONDS.toNanos(1);

    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * Within which a server connects, and answers, unless it is called silent; and how long it is listened to even so.
     * Measured by the socket and not by the clock: however late the thread comes to it, an answer that is there counts.
     */
    private static final int SILENT_MILLIS = 40;

    private static final int PATIENCE_MILLIS = 5000;

    private final long begun = System.nanoTime();
    private volatile boolean silent;
    private volatile boolean answered;
    private volatile IOException trouble;

    /** Why there is no answer; null while it may still come. */
    IOException trouble() {
        return trouble;
    }

    /** For how long, in nanoseconds, a call may still go over its wait because of the loading; to be asked again then. */
    long patience() {
        long now = System.nanoTime();
        if (answered) {
            return begun + FOR_LOADING - now;
        }
        return silent ? 0 : Math.min(LOOK_AGAIN, begun + FOR_QUESTION - now);
    }

    /** There is no one address to ask: the servers are taken to be there. */
    void skip() {
        answered = true;
    }

    /** @param address redis://host:port or rediss://host:port */
    void ask(String address) {
        String server = address.substring(address.indexOf("//") + 2);
        int colon = server.lastIndexOf(':');
        String host = server.substring(0, colon);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        ask(host, Integer.parseInt(server.substring(colon + 1)), address.startsWith("rediss:"));
    }

    /** Asks, and waits for the answer. */
    void ask(String host, int port, boolean encrypted) {
        try {
            InetSocketAddress address = new InetSocketAddress(host, port);
            try {
                ask(address, encrypted, SILENT_MILLIS);
            } catch (SocketTimeoutException e) {
                silent = true;
                ask(address, encrypted, PATIENCE_MILLIS);
            }
        } catch (IOException | RuntimeException e) {
            silent = true;
            trouble = new IOException(
                    "Unable to connect to Redis server: " + host + ':' + port + ": " + e.getMessage(), e);
        }
    }

    private void ask(InetSocketAddress address, boolean encrypted, int timeoutMillis) throws IOException {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(address, timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write(encrypted ? hello() : ping());
            read(socket.getInputStream(), encrypted);
            answered = true;
        }
    }

    private static byte[] ping() {
        return "PING\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * A ClientHello of TLS 1.2 with one cipher and no extensions, which every TLS server answers, were it with an alert.
     * The JDK's own TLS takes longer to load than the answer may take.
     */
    private static byte[] hello() {
        byte[] record = new byte[50];
        byte[] start = {22, 3, 1, 0, 45, 1, 0, 0, 41, 3, 3}; // record, its length, hello, its length, version
        System.arraycopy(start, 0, record, 0, start.length);
        // 32 bytes of randomness and no session: zeros
        byte[] end = {0, 2, (byte) 0xc0, 0x2f, 1, 0}; // ECDHE with RSA and AES-128; no compression
        System.arraycopy(end, 0, record, record.length - end.length, end.length);
        return record;
    }

    /** All of a line: closing a connection with something unread in it resets it, which the server would log. */
    private static void read(InputStream in, boolean encrypted) throws IOException {
        int read;
        do {
            read = in.read();
            if (read < 0) {
                throw new EOFException("it closed the connection");
            }
        } while (read != '\n' && !encrypted);
    }
}

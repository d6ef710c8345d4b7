package io.lockgraft.backend.redis;

import io.lockgraft.report.Log;
import io.lockgraft.rules.Topology;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether the server answers at all, found out by a plain socket while the client's classes are still being loaded: the
 * first calls of a process are given time for that loading, but not for a server that is down or frozen. Says PING, or
 * to a server that wants TLS the first words of a handshake, and takes any answer, a refusal too. Of several servers
 * one that answers is enough; a Sentinel is asked for the master, and that one is looked at.
 */
final class FirstLook {
    /** How long the loading of the client may take where the server is there. */
    private static final long FOR_LOADING = TimeUnit.SECONDS.toNanos(5);

    /**
     * On a busy machine it takes a while until this look itself gets to its question; then it is waited for so long.
     */
    private static final long FOR_QUESTION = TimeUnit.SECONDS.toNanos(1);

    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * Within which a server connects, and answers, unless it is called silent; and how long it is listened to even so.
     * Measured by the socket and not by the clock: however late the thread comes to it, an answer that is there counts.
     */
    private static final int SILENT_MILLIS = 20;

    private static final int PATIENCE_MILLIS = 5000;

    /** For so long, at most, nothing else is loaded; the name of a server may take long to look up. */
    private static final int LONGEST_LOOK_MILLIS = 50;

    private final long begun = System.nanoTime();
    private final AtomicInteger silent = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile int servers = 1;
    private final CountDownLatch known = new CountDownLatch(1);
    private volatile boolean answered;
    private volatile IOException trouble;

    /** Why there is no answer; null while it may still come. */
    IOException trouble() {
        return trouble;
    }

    /**
     * For how long, in nanoseconds, a call may still go over its wait; to be asked again then. Where no server has
     * answered within the time in which one does, not at all: as long as nothing is connected nothing is under way, and
     * our own classes for saying so are not loaded yet.
     *
     * @param usual what is left of what it may at any time
     */
    long patience(long usual) {
        long now = System.nanoTime();
        if (answered) {
            return Math.max(usual, begun + FOR_LOADING - now);
        }
        if (silent.get() >= servers) {
            return 0;
        }
        long unknown = Math.min(LOOK_AGAIN, begun + FOR_QUESTION - now);
        return unknown > 0 ? unknown : usual;
    }

    /** Waits until it is known whether one answers, or for a short while. */
    void await() throws InterruptedException {
        if (!known.await(LONGEST_LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            Log.debug("no lock server has answered so far; the client is loaded all the same");
        }
    }

    private void answered() {
        answered = true;
        known.countDown();
    }

    private void silent() {
        if (silent.incrementAndGet() >= servers) {
            known.countDown();
        }
    }

    /** Looks at all of them at once, a thread for each; where there is no address, they are taken to be there. */
    void begin(Topology topology, Executor threads) {
        servers = topology.addresses().size();
        if (servers == 0) {
            answered();
        }
        for (String address : topology.addresses()) {
            threads.execute(() -> {
                if (topology.kind() == Topology.Kind.SENTINEL) {
                    askSentinel(address, topology.master());
                } else {
                    ask(address);
                }
            });
        }
    }

    /** Asks a server, redis://host:port or rediss://host:port, and waits for the answer. */
    void ask(String address) {
        boolean encrypted = address.startsWith("rediss:");
        listen(address, patience -> {
            ask(address, encrypted ? hello() : ping(), encrypted, patience);
            answered();
        });
    }

    /** An encrypted one is taken for the master itself. */
    private void askSentinel(String address, String master) {
        if (address.startsWith("rediss:")) {
            ask(address);
            return;
        }
        byte[] question = ("SENTINEL GET-MASTER-ADDR-BY-NAME " + master + "\r\n").getBytes(StandardCharsets.UTF_8);
        listen(address, patience -> {
            List<String> named = ask(address, question, false, patience);
            if (named.size() == 2) {
                ask("redis://" + named.get(0) + ':' + named.get(1), ping(), false, patience);
            }
            answered();
        });
    }

    private void listen(String address, Look look) {
        boolean waited = false;
        try {
            try {
                look.at(SILENT_MILLIS);
            } catch (SocketTimeoutException e) {
                waited = true;
                silent();
                look.at(PATIENCE_MILLIS);
            }
        } catch (IOException | RuntimeException e) {
            if (failed.incrementAndGet() >= servers) {
                trouble = new IOException(
                        "Unable to connect to Redis server: " + hostAndPort(address) + ": " + e.getMessage(), e);
            }
            if (!waited) {
                silent();
            }
        }
    }

    private static List<String> ask(String address, byte[] question, boolean encrypted, int timeoutMillis)
            throws IOException {
        String server = hostAndPort(address);
        int colon = server.lastIndexOf(':');
        String host = server.substring(0, colon);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(host, Integer.parseInt(server.substring(colon + 1))), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            socket.getOutputStream().write(question);
            return read(socket.getInputStream(), encrypted);
        }
    }

    private static String hostAndPort(String address) {
        return address.substring(address.indexOf("//") + 2);
    }

    private static byte[] ping() {
        return "PING\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * A ClientHello of TLS 1.2 with one cipher and no extensions, which every TLS server answers, were it with an
     * alert. The JDK's own TLS takes longer to load than the answer may take.
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

    /** All of it: closing a connection with something unread in it resets it, which the server would log. */
    private static List<String> read(InputStream in, boolean encrypted) throws IOException {
        List<String> values = new ArrayList<>();
        if (encrypted) {
            next(in);
            return values;
        }
        String first = line(in);
        int count = first.startsWith("*") ? Integer.parseInt(first.substring(1)) : 0;
        for (int i = 0; i < count; i++) {
            line(in); // its length
            values.add(line(in));
        }
        return values;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = next(in); read != '\n'; read = next(in)) {
            if (read != '\r') {
                line.append((char) read);
            }
        }
        return line.toString();
    }

    private static int next(InputStream in) throws IOException {
        int read = in.read();
        if (read < 0) {
            throw new EOFException("it closed the connection");
        }
        return read;
    }

    /** A question to one server, or to one and what it leads to. */
    private interface Look {
        void at(int timeoutMillis) throws IOException;
    }
}

package io.lockgraft.backend.redis;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Whether the server answers at all, found out by a plain socket while the client's classes are still being loaded: the
 * first call of a process is given time for that loading, but not for a server that is down or frozen. Says PING, and
 * takes any answer, a refusal too. To a server that wants TLS it only connects; of a whole Redisson file it knows no
 * address, and takes the server to be there.
 */
final class FirstLook implements Runnable {
    private static final int PATIENCE_MILLIS = 5000;

    private final String address;
    private volatile boolean answered;
    private volatile IOException trouble;

    /** @param address redis://host:port or rediss://host:port; or null */
    FirstLook(String address) {
        this.address = address;
        this.answered = address == null;
    }

    boolean isAnswered() {
        return answered;
    }

    /** Why there is no answer; null while it may still come. */
    IOException trouble() {
        return trouble;
    }

    @Override
    public void run() {
        if (address == null) {
            return;
        }
        String server = address.substring(address.indexOf("//") + 2);
        int colon = server.lastIndexOf(':');
        String host = server.substring(0, colon);
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(host, Integer.parseInt(server.substring(colon + 1))), PATIENCE_MILLIS);
            if (!address.startsWith("rediss:")) {
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
                readLine(socket.getInputStream());
            }
            answered = true;
        } catch (IOException | RuntimeException e) {
            trouble = new IOException("Unable to connect to Redis server: " + server + ": " + e.getMessage(), e);
        }
    }

    /** All of it: closing a connection with something unread in it resets it, which the server would log. */
    private static void readLine(InputStream in) throws IOException {
        int read;
        do {
            read = in.read();
            if (read < 0) {
                throw new EOFException("it closed the connection");
            }
        } while (read != '\n');
    }
}

package io.lockgraft.store.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** A connection to one server, with a deadline for all that is read. Used by one call at a time. */
final class HttpConnection implements Closeable {
    /** A connection that rested longer may have been dropped in silence, by a firewall say. */
    private static final long LONGEST_REST = TimeUnit.SECONDS.toNanos(30);

    /** After a shorter rest, the server is not asked whether it has closed the connection. */
    private static final long SHORT_REST = TimeUnit.MILLISECONDS.toNanos(100);

    private final HttpEndpoint endpoint;

    /** Closed in place of an encrypted one above it, whose close waits for a thread that reads. */
    private final Socket transport;

    private final Socket socket;
    private final InputStream in;

    /** By System.nanoTime. */
    private volatile long deadline;

    private volatile long restsSince;

    /** @param encryption null for none */
    HttpConnection(HttpEndpoint endpoint, SSLSocketFactory encryption, boolean verifyHostname, long deadline)
            throws IOException {
        this.endpoint = endpoint;
        this.deadline = deadline;
        // Without this, java.net asks the application's ProxySelector.
        this.transport = new Socket(Proxy.NO_PROXY);
        try {
            transport.setTcpNoDelay(true);
            transport.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), millisLeft());
            transport.setSoTimeout(millisLeft());
            this.socket = encryption == null ? transport : encrypted(encryption, verifyHostname);
            this.in = new BufferedInputStream(new TimedInput(socket.getInputStream()));
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    private Socket encrypted(SSLSocketFactory encryption, boolean verifyHostname) throws IOException {
        SSLSocket encrypted = (SSLSocket) encryption.createSocket(transport, endpoint.host(), endpoint.port(), false);
        if (verifyHostname) {
            SSLParameters parameters = encrypted.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            encrypted.setSSLParameters(parameters);
        }
        encrypted.startHandshake();
        return encrypted;
    }

    /** What is read after this time, by System.nanoTime, is too late. */
    void deadline(long nanoTime) {
        deadline = nanoTime;
    }

    private int millisLeft() throws SocketTimeoutException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
            throw late();
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    private static SocketTimeoutException late() {
        return new SocketTimeoutException("no answer in time");
    }

    void send(HttpRequest request) throws IOException {
        socket.getOutputStream().write(request.bytes(endpoint.authority()));
        socket.getOutputStream().flush();
    }

    InputStream in() {
        return in;
    }

    /** No call uses it from now on. */
    void rests() {
        restsSince = System.nanoTime();
    }

    /** True if the server has not closed it while it rested, as far as can be seen. */
    boolean isUsable() {
        long rest = System.nanoTime() - restsSince;
        if (rest < SHORT_REST) {
            return true;
        }
        if (rest > LONGEST_REST) {
            return false;
        }
        try {
            deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2);
            in.read();
            return false;
        } catch (SocketTimeoutException nothingToRead) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Called by any thread; a thread that reads fails. */
    @Override
    public void close() {
        try {
            transport.close();
        } catch (IOException e) {
            // There is nothing left of it.
        }
    }

    /** Reads with what is left of the time. */
    private final class TimedInput extends FilterInputStream {
        private TimedInput(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int from, int most) throws IOException {
            socket.setSoTimeout(millisLeft());
            try {
                return in.read(bytes, from, most);
            } catch (SocketTimeoutException e) {
                throw late();
            }
        }
    }
}

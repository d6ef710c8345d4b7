package io.lockgraft.manage.http;

import io.lockgraft.rules.HttpAddress;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.spi.thread.Daemons;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Serves a few pages to GET, one request a connection. Four daemon threads accept and answer, so a client that is slow
 * keeps one of them. A connection is closed whose request is not there within a second, as one that a browser opened in
 * advance: Kubernetes waits that long for an answer. A whole connection takes five seconds at most.
 */
public final class HttpServer implements Closeable {
    private static final int THREADS = 4;
    private static final long LONGEST_HEAD = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE = 100;

    private final Clock clock = new Clock(new DaemonThreads("lockgraft-http-clock"));
    private final ServerSocket socket;
    private final Set<String> names;
    private final Map<String, Supplier<HttpResponse>> pages;
    private final long longestHead;
    private final long longest;

    private HttpServer(
            ServerSocket socket,
            Set<String> names,
            Map<String, Supplier<HttpResponse>> pages,
            long longestHead,
            long longest) {
        this.socket = socket;
        this.names = names;
        this.pages = pages;
        this.longestHead = longestHead;
        this.longest = longest;
    }

    /**
     * Serves from now on. Fails where the address cannot be had.
     *
     * @param pages by their paths; none of them waits
     */
    static HttpServer start(HttpAddress at, Map<String, Supplier<HttpResponse>> pages) throws IOException {
        return start(at, pages, LONGEST_HEAD, LONGEST);
    }

    /**
     * The same with other bounds.
     *
     * @param longestHead how long the head of a request may take to arrive, in nanoseconds
     * @param longest the same for a whole connection
     */
    static HttpServer start(HttpAddress at, Map<String, Supplier<HttpResponse>> pages, long longestHead, long longest)
            throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByName(at.host()), at.port()));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        HttpServer server = new HttpServer(socket, at.names(), pages, longestHead, longest);
        for (int i = 1; i <= THREADS; i++) {
            Daemons.start("lockgraft-http-" + i, server::serve);
        }
        return server;
    }

    /** The port that it has, also where any was good. */
    public int port() {
        return socket.getLocalPort();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                serve(socket.accept());
            } catch (IOException | RuntimeException | Error e) {
                // No more connections can be opened, unless the server is closed: not at once again.
                if (!socket.isClosed()) {
                    pause();
                }
            }
        }
    }

    private void serve(Socket connection) {
        try (Socket client = connection) {
            Future<?> end = clock.after(longest, () -> close(client));
            try {
                response(request(client)).write(client.getOutputStream());
                client.shutdownOutput();
            } finally {
                Clock.cancel(end);
            }
        } catch (IOException gone) {
            // The client has gone, or has kept this thread for too long. The next one's turn.
        } catch (RuntimeException | Error e) {
            Log.debug("a request could not be answered: " + e);
        }
    }

    private RequestHead request(Socket client) throws IOException {
        Future<?> end = clock.after(longestHead, () -> close(client));
        try {
            return RequestHead.read(client.getInputStream());
        } finally {
            Clock.cancel(end);
        }
    }

    private HttpResponse response(RequestHead request) {
        if (request == null) {
            return HttpResponse.badRequest();
        }
        if (!request.isFor(names)) {
            return HttpResponse.forbidden();
        }
        if (!request.method().equals("GET")) {
            return HttpResponse.notAllowed();
        }
        Supplier<HttpResponse> page = pages.get(request.path());
        return page == null ? HttpResponse.notFound() : page.get();
    }

    private static void close(Socket client) {
        try {
            client.close();
        } catch (IOException e) {
            // It is closed, one way or the other.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            // No thread of ours is interrupted; it goes on.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

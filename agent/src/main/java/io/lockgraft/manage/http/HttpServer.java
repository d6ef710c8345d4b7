package io.lockgraft.manage.http;

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

/**
 * Serves a few pages to GET, one request a connection. Four daemon threads accept and answer, so a client that is slow
 * keeps one of them; a connection that takes longer than five seconds is closed.
 */
public final class HttpServer implements Closeable {
    private static final int THREADS = 4;
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE = 100;

    private final Clock clock = new Clock(new DaemonThreads("lockgraft-http-clock"));
    private final ServerSocket socket;
    private final HostCheck hosts;
    private final Map<String, HttpPage> pages;

    private HttpServer(ServerSocket socket, HostCheck hosts, Map<String, HttpPage> pages) {
        this.socket = socket;
        this.hosts = hosts;
        this.pages = pages;
    }

    /**
     * Serves from now on. Fails where the address cannot be had.
     *
     * @param host a name or an IP address; one of version 6 in brackets
     * @param names under which clients may ask, beside IP addresses and localhost
     * @param pages by their paths
     */
    static HttpServer start(String host, int port, Set<String> names, Map<String, HttpPage> pages) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        HttpServer server = new HttpServer(socket, new HostCheck(names), pages);
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
            try (Socket client = socket.accept()) {
                Future<?> end = clock.after(LONGEST, () -> close(client));
                try {
                    respond(client);
                } finally {
                    Clock.cancel(end);
                }
            } catch (IOException gone) {
                // The client, mostly, or this server. Where no more connections can be opened, not at once again.
                pause();
            } catch (RuntimeException | Error e) {
                Log.debug("a request could not be answered: " + e);
                pause();
            }
        }
    }

    private void respond(Socket client) throws IOException {
        response(HttpRequest.read(client.getInputStream())).write(client.getOutputStream());
        client.shutdownOutput();
    }

    private HttpResponse response(HttpRequest request) {
        if (request == null) {
            return HttpResponse.badRequest();
        }
        if (!hosts.allows(request.host())) {
            return HttpResponse.forbidden();
        }
        if (!request.method().equals("GET")) {
            return HttpResponse.notAllowed();
        }
        HttpPage page = pages.get(request.path());
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

package io.lockgraft.store.http;

import io.lockgraft.spi.settings.TlsSettings;
import java.io.Closeable;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocketFactory;

/**
 * Asks one of several servers that are as good as each other. It blocks the thread that asks, has no thread itself, and
 * keeps connections open between calls.
 *
 * <p>A request is sent once. A server to which no connection can be made is passed over for the next one; but once a
 * byte was sent, a missing answer is an {@link UnansweredException}, and the next request goes to the next server. The
 * JDK's client sends some requests again by itself, and obeys the application's {@code Authenticator}, {@code
 * ProxySelector} and handlers: this one obeys none.
 */
public final class HttpClient implements Closeable {
    private final List<Server> servers = new ArrayList<>();
    private final SSLSocketFactory encryption;
    private final boolean verifyHostname;

    /** The servers from this one on are tried. It only grows, and wraps. */
    private final AtomicInteger first = new AtomicInteger();

    private final Set<HttpCall> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A server, and the connections to it that no call uses. */
    static final class Server {
        final HttpEndpoint endpoint;
        private final Deque<HttpConnection> idle = new ConcurrentLinkedDeque<>();

        private Server(HttpEndpoint endpoint) {
            this.endpoint = endpoint;
        }

        /** A connection that the server has not closed meanwhile, or null. */
        HttpConnection idle() {
            for (HttpConnection each = idle.pollFirst(); each != null; each = idle.pollFirst()) {
                if (each.isUsable()) {
                    return each;
                }
                each.close();
            }
            return null;
        }
    }

    /** @param tls null for the JVM's own certificates */
    public HttpClient(List<HttpEndpoint> endpoints, TlsSettings tls) throws IOException, GeneralSecurityException {
        endpoints.forEach(each -> servers.add(new Server(each)));
        boolean encrypted = endpoints.stream().anyMatch(HttpEndpoint::isEncrypted);
        this.encryption = encrypted ? Encryption.of(tls) : null;
        this.verifyHostname = tls == null || tls.verifyHostname;
    }

    /** Asks, and waits for the whole answer. */
    public HttpAnswer ask(HttpRequest request) throws IOException {
        try (HttpCall call = call(request)) {
            return call.answer();
        }
    }

    /** A call that other threads can break off. It has not been sent yet. */
    public HttpCall call(HttpRequest request) {
        return new HttpCall(this, request);
    }

    /** The servers in the order in which to try them now. */
    List<Server> servers() {
        List<Server> order = new ArrayList<>(servers.size());
        int from = first.get();
        for (int i = 0; i < servers.size(); i++) {
            order.add(servers.get(Math.floorMod(from + i, servers.size())));
        }
        return order;
    }

    HttpConnection connect(Server server, long deadline) throws IOException {
        SSLSocketFactory factory = server.endpoint.isEncrypted() ? encryption : null;
        return new HttpConnection(server.endpoint, factory, verifyHostname, deadline);
    }

    /** From now on the next server is asked first, if this one was. */
    void moveOn(Server from) {
        int index = first.get();
        if (servers.get(Math.floorMod(index, servers.size())) == from && first.compareAndSet(index, index + 1)) {
            closeIdle(from);
        }
    }

    void keep(Server server, HttpConnection connection) {
        connection.rests();
        server.idle.addFirst(connection);
        if (closed) {
            closeIdle(server);
        }
    }

    private static void closeIdle(Server server) {
        for (HttpConnection each = server.idle.poll(); each != null; each = server.idle.poll()) {
            each.close();
        }
    }

    void begins(HttpCall call) throws IOException {
        open.add(call);
        if (closed) {
            throw new IOException("the store has been closed");
        }
    }

    void ends(HttpCall call) {
        open.remove(call);
    }

    /** Breaks off all calls. */
    @Override
    public void close() {
        closed = true;
        open.forEach(HttpCall::close);
        servers.forEach(HttpClient::closeIdle);
    }

    /** The addresses, for messages. */
    @Override
    public String toString() {
        return servers.stream().map(each -> each.endpoint.toString()).collect(Collectors.joining(", "));
    }
}

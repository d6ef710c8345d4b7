package io.lockgraft.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockgraft.store.http.HttpAnswer;
import io.lockgraft.store.http.HttpClient;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.store.http.HttpRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;

/** Stands between a store and etcd, and does with each request as the test says. It hands no stream on. */
final class BetweenServer implements AutoCloseable {
    /** An answer: a status, and a body. */
    record Said(int status, String type, String body) {
        static Said json(int status, String body) {
            return new Said(status, "application/json", body);
        }
    }

    /** The paths that were asked, but for the watch. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "proxy-between");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient etcd;
    private final BiFunction<String, String, Said> script;

    /** @param script what it answers to a path and a body; null to ask etcd, {@link #silent} for nothing at all */
    BetweenServer(EtcdServer behind, BiFunction<String, String, Said> script) throws Exception {
        this.script = script;
        this.etcd = behind == null ? null : new HttpClient(List.of(HttpEndpoint.of(behind.address(), 2379)), null);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    static Said silent() {
        return new Said(0, null, null);
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        Said said;
        if (path.equals("/v3/watch") && etcd != null) {
            said = new Said(503, "text/plain", "");
        } else {
            asked.add(path);
            said = script.apply(path, body);
        }
        if (said == null) {
            boolean get = exchange.getRequestMethod().equals("GET");
            HttpAnswer answer = etcd.ask(get ? HttpRequest.get(path) : HttpRequest.post(path, body));
            said = Said.json(answer.status(), answer.body());
        }
        if (said.status != 0) {
            byte[] bytes = said.body.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", said.type);
            exchange.sendResponseHeaders(said.status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() throws Exception {
        server.stop(0);
        threads.shutdownNow();
        if (etcd != null) {
            etcd.close();
        }
    }
}

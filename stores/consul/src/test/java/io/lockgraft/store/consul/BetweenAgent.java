package io.lockgraft.store.consul;

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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Stands between a store and an agent, and does with each request as the test says. */
final class BetweenAgent implements AutoCloseable {
    /** Method, path with query, and body of each request. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    private final HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "between");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient agent;
    private final Function<String, Integer> script;

    /** @param script the status with which it answers a request; null to ask the agent. It may wait before */
    BetweenAgent(ConsulServer behind, Function<String, Integer> script) throws Exception {
        this.script = script;
        this.agent = new HttpClient(Collections.singletonList(HttpEndpoint.of(behind.address(), 0)), null);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many of the requests have this text. */
    long asked(String part) {
        return asked.stream().filter(each -> each.contains(part)).count();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().toString();
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String request = method + ' ' + path + ' ' + body;
        asked.add(request);
        Integer status = script.apply(request);
        byte[] said = "refused by the test".getBytes(UTF_8);
        if (status == null) {
            HttpRequest same = method.equals("GET") ? HttpRequest.get(path) : HttpRequest.put(path, body);
            HttpAnswer answer = agent.ask(same.timeout(TimeUnit.SECONDS.toNanos(90)));
            status = answer.status();
            said = answer.body().getBytes(UTF_8);
            if (answer.header("X-Consul-Index") != null) {
                exchange.getResponseHeaders().set("X-Consul-Index", answer.header("X-Consul-Index"));
            }
        }
        exchange.sendResponseHeaders(status, said.length == 0 ? -1 : said.length);
        exchange.getResponseBody().write(said);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        agent.close();
    }
}

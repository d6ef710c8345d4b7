package io.lockgraft.benchmarks.contender.byhand;

import com.example.bench.Order;
import com.example.bench.Shop;
import io.lockgraft.benchmarks.contender.Call;
import io.lockgraft.benchmarks.contender.Contender;
import io.lockgraft.benchmarks.contender.Operation;
import io.lockgraft.benchmarks.report.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A key of Consul acquired by a session, by hand with the JDK's HTTP client, in the steps of Consul's own Go client. To
 * Consul a session is one owner, so no two calls have the same one at a time. The sessions are renewed and used again.
 */
public final class ConsulSession implements Contender {
    private static final int TTL_SECONDS = 15;
    private static final String WAIT = "10s";

    private final Shop shop;
    private final String address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final Deque<String> free = new ConcurrentLinkedDeque<>();
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();

    public ConsulSession(Shop shop, String address) {
        this.shop = shop;
        this.address = address;
        long pause = TTL_SECONDS / 3;
        renewals.scheduleWithFixedDelay(() -> sessions.forEach(this::renew), pause, pause, TimeUnit.SECONDS);
    }

    @Override
    public Call call(Operation operation) {
        return operation == Operation.PAY ? this::pay : null;
    }

    private void pay(Order order) throws Exception {
        String used = free.pollFirst();
        String session = used == null ? newSession() : used;
        String key = "/v1/kv/pay/" + order.getNumber();
        while (!put(key + "?acquire=" + session, "").equals("true")) {
            awaitRelease(key);
        }
        try {
            shop.pay(order);
        } finally {
            put(key + "?release=" + session, "");
            free.addFirst(session);
        }
    }

    private void awaitRelease(String key) throws Exception {
        String index = "0";
        HttpResponse<String> seen;
        do {
            seen = client.send(
                    request(key + "?wait=" + WAIT + "&index=" + index).GET().build(), BodyHandlers.ofString());
            index = seen.headers().firstValue("X-Consul-Index").orElseThrow();
        } while (seen.body().contains("\"Session\""));
    }

    private String newSession() throws Exception {
        String made = put("/v1/session/create", "{\"TTL\": \"" + TTL_SECONDS + "s\"}");
        String session = String.valueOf(Json.read(made).get("ID"));
        sessions.add(session);
        return session;
    }

    private void renew(String session) {
        try {
            put("/v1/session/renew/" + session, "");
        } catch (IOException e) {
            // The next renewal comes in time.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String put(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(request(path).PUT(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        return answer.body().trim();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path));
    }

    @Override
    public void close() {
        renewals.shutdownNow();
    }
}

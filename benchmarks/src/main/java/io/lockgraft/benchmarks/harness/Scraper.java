package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.worker.EachSecond;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads the numbers of JVMs once a second while a slice runs, as Prometheus does. */
final class Scraper extends EachSecond {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<HttpRequest> pages = new ArrayList<>();

    /** Returns when each has answered: a JVM does so half a second after its main has begun. */
    Scraper(List<Integer> ports) throws IOException, InterruptedException {
        for (int port : ports) {
            pages.add(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .build());
        }
        long until = System.nanoTime() + PATIENCE;
        while (true) {
            try {
                look();
                return;
            } catch (ConnectException e) {
                if (System.nanoTime() - until > 0) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    @Override
    protected void look() throws IOException, InterruptedException {
        for (HttpRequest page : pages) {
            HttpResponse<String> answer = client.send(page, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200 || !answer.body().contains("lockgraft_calls_total{")) {
                throw new IllegalStateException(page.uri() + " has no numbers: " + answer.statusCode());
            }
        }
    }
}

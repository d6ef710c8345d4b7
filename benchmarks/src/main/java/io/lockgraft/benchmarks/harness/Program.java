package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.testing.server.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server that is a program of its own, which a variable of the environment names: etcd or Consul, one node. */
public final class Program implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(1);
    private static final int PAUSE_MILLIS = 50;

    private final Path folder;
    private final int port = Ports.free();
    private final Process process;
    private final Thread atExit;

    /** @param above the folder for what it keeps, which is deleted at the end */
    Program(Store store, Path above) throws IOException, InterruptedException {
        this.folder = Files.createTempDirectory(above, store.word());
        Path log = above.resolve(store.word() + ".log");
        this.process = new ProcessBuilder(store == Store.ETCD ? etcd() : consul())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        this.atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            awaitService(store == Store.ETCD ? "/health" : "/v1/catalog/nodes", log);
        } catch (IOException | InterruptedException | IllegalStateException e) {
            close();
            throw e;
        }
    }

    /** What is lacking here for a server of this store; null where nothing is. */
    public static String lacking(Store store) {
        if (store != Store.ETCD && store != Store.CONSUL) {
            return null;
        }
        Path program = Path.of(named(store));
        boolean isThere = Files.isRegularFile(program) && Files.isExecutable(program);
        return isThere ? null : variable(store) + " names no program of " + store.title();
    }

    private static String variable(Store store) {
        return "LOCKGRAFT_TEST_" + store.name();
    }

    private static String named(Store store) {
        return System.getenv().getOrDefault(variable(store), "");
    }

    private List<String> etcd() {
        String peers = "http://127.0.0.1:" + Ports.free();
        return List.of(
                named(Store.ETCD),
                "--data-dir=" + folder.resolve("data"),
                "--listen-client-urls=" + address(),
                "--advertise-client-urls=" + address(),
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--unsafe-no-fsync");
    }

    private List<String> consul() {
        return List.of(
                named(Store.CONSUL),
                "agent",
                "-dev",
                "-bind=127.0.0.1",
                "-log-level=warn",
                "-data-dir=" + folder,
                "-hcl=ports { http = " + port + " dns = -1 grpc = -1 serf_wan = -1 server = " + Ports.free()
                        + " serf_lan = " + Ports.free() + " }");
    }

    private String address() {
        return "http://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** Consul serves once the leader has made the node's entry: sessions belong to a node. */
    private void awaitService(String path, Path log) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest question =
                HttpRequest.newBuilder(URI.create(address() + path)).build();
        long until = System.nanoTime() + START.toNanos();
        while (!serves(client, question)) {
            if (System.nanoTime() - until > 0 || !process.isAlive()) {
                throw new IllegalStateException("no service: " + Files.readString(log));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static boolean serves(HttpClient client, HttpRequest question) throws InterruptedException {
        try {
            String body = client.send(question, BodyHandlers.ofString()).body();
            return body.contains("\"health\":\"true\"") || body.contains("\"Node\"");
        } catch (IOException e) {
            return false; // it does not listen yet
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        Runtime.getRuntime().removeShutdownHook(atExit);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}

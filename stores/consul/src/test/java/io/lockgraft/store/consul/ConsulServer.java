package io.lockgraft.store.consul;

import io.lockgraft.conformance.server.LookedInto;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.consul.api.ConsulApi;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.http.HttpAnswer;
import io.lockgraft.store.http.HttpClient;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.store.http.HttpRequest;
import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.TcpProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of the Consul that {@value #VARIABLE} names: one server, and a client that looks from outside. */
final class ConsulServer implements LookedInto, AutoCloseable {
    /** The path of the program. */
    static final String VARIABLE = "LOCKGRAFT_TEST_CONSUL";

    /** What a test says that does not run for want of it. */
    static final String MISSING = VARIABLE + " names no program of Consul: the store consul has not been tested";

    private static final Duration START = Duration.ofSeconds(60);

    private final Path folder = Files.createTempDirectory("consul");
    private final int port = Ports.free();
    private final Process process;
    private final HttpClient http;
    private final ConsulApi witness;
    private final Names names = new Names(ConsulSettings.PREFIX);
    private final String token;

    ConsulServer() throws Exception {
        this(null, new String[0]);
    }

    /**
     * @param token of its administrator, where the server knows rights; null where it does not
     * @param more settings of its own
     */
    ConsulServer(String token, String... more) throws Exception {
        Quick.leaveOut("Consul");
        this.token = token;
        List<String> command = new ArrayList<>(Arrays.asList(
                System.getenv(VARIABLE),
                "agent",
                "-dev",
                "-bind=127.0.0.1",
                "-log-level=warn",
                "-data-dir=" + folder,
                "-hcl=session_ttl_min = \"1s\"",
                "-hcl=limits { http_max_conns_per_client = 2000 }",
                "-hcl=ports { http = " + port + " dns = -1 grpc = -1 serf_wan = -1 server = " + Ports.free()
                        + " serf_lan = " + Ports.free() + " }"));
        if (token != null) {
            command.add("-hcl=acl { enabled = true default_policy = \"deny\" tokens { master = \"" + token + "\" } }");
        }
        for (String each : more) {
            command.add("-hcl=" + each);
        }
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        http = new HttpClient(Collections.singletonList(HttpEndpoint.of(address(), 0)), null);
        witness = new ConsulApi(settings(address(), Duration.ofSeconds(15)), new DaemonThreads("witness"), () -> {});
        awaitLeader();
    }

    private void awaitLeader() throws Exception {
        long until = System.nanoTime() + START.toNanos();
        while (!isReady()) {
            if (System.nanoTime() - until > 0 || !process.isAlive()) {
                throw new IllegalStateException("Consul has not begun: " + Files.readString(folder.resolve("log")));
            }
            Thread.sleep(50);
        }
    }

    private boolean isReady() {
        try {
            // The leader makes the node's entry a moment after it is one, and sessions belong to a node.
            return ask(HttpRequest.put("/v1/kv/ready", "yes")).body().trim().equals("true")
                    && ask(HttpRequest.get("/v1/catalog/nodes")).body().contains("\"Node\"");
        } catch (IOException | IllegalStateException e) {
            return false;
        }
    }

    static boolean isThere() {
        return System.getenv(VARIABLE) != null;
    }

    String address() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public int port() {
        return port;
    }

    static String through(TcpProxy proxy) {
        return proxy.address().replace("redis://", "http://");
    }

    static ConsulSettings settings(String address, Duration ttl) {
        return settings(address, ttl, null);
    }

    static ConsulSettings settings(String address, Duration ttl, String token) {
        return new ConsulSettings(HttpEndpoint.of(address, 0), ConsulSettings.PREFIX, ttl, token, 0, null);
    }

    /** The answer, which is none of a failure. */
    HttpAnswer ask(HttpRequest request) throws IOException {
        HttpAnswer answer = http.ask(token == null ? request : request.header("X-Consul-Token", token));
        if (answer.status() / 100 != 2) {
            throw new IllegalStateException(answer.status() + " " + answer.body());
        }
        return answer;
    }

    ConsulApi witness() {
        return witness;
    }

    Names names() {
        return names;
    }

    /** The entries under a key. */
    Collection<KvEntry> entries(String key) throws Exception {
        return witness.read(names.queue(key)).get(20, TimeUnit.SECONDS).entries();
    }

    @Override
    public boolean isHeld(String key) throws Exception {
        return !QueueEntry.queue(entries(key)).holders().isEmpty();
    }

    @Override
    public Set<String> left(List<String> keys) throws Exception {
        Set<String> left = new TreeSet<>();
        for (String each : keys) {
            entries(each).forEach(entry -> left.add(entry.name()));
        }
        return left;
    }

    @Override
    public void delete(String key) throws Exception {
        ask(HttpRequest.delete("/v1/kv/" + names.queue(key) + "?recurse"));
    }

    String sessionOfHolder(String key) throws Exception {
        return QueueEntry.queue(entries(key)).holders().get(0).entry().session();
    }

    /** Ends the session of the key's holder, as the server does with one that it does not hear. */
    void expireHolder(String key) throws Exception {
        ask(HttpRequest.put("/v1/session/destroy/" + sessionOfHolder(key), ""));
    }

    @Override
    public void close() throws Exception {
        witness.close();
        http.close();
        process.destroyForcibly().waitFor();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(each -> each.toFile().delete());
        }
    }
}

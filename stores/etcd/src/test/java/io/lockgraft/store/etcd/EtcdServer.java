package io.lockgraft.store.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.conformance.server.LookedInto;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.etcd.gateway.Deadline;
import io.lockgraft.store.etcd.gateway.Gateway;
import io.lockgraft.store.etcd.gateway.KeyValue;
import io.lockgraft.store.etcd.gateway.Txn;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.store.http.HttpEndpoint;
import io.lockgraft.testing.Quick;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.server.TcpProxy;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A member of a real etcd, in a process of its own. Where there is none, its tests are skipped and say so. */
final class EtcdServer implements LookedInto, AutoCloseable {
    private static final String VARIABLE = "LOCKGRAFT_TEST_ETCD";

    private final Path folder = Files.createTempDirectory("lockgraft-etcd");
    private final int port = Ports.free();
    private final int peers;
    private final List<String> options;
    private final String scheme;
    private final Thread atExit = new Thread(this::kill);
    private final Names names = new Names(EtcdSettings.PREFIX);
    private Process process;
    private Gateway witness;

    EtcdServer(String... options) throws Exception {
        this(null, options);
    }

    /** @param tls how its witness connects; null for a server that does not encrypt */
    EtcdServer(TlsSettings tls, String... options) throws Exception {
        this(tls, Ports.free(), List.of(options));
        awaitAnswers();
    }

    private EtcdServer(TlsSettings tls, int peers, List<String> options) throws Exception {
        Quick.leaveOut("etcd");
        this.peers = peers;
        this.options = options;
        this.scheme = tls == null ? "http://" : "https://";
        binary();
        Runtime.getRuntime().addShutdownHook(atExit);
        start();
        witness = new Gateway(List.of(HttpEndpoint.of(address(), port)), tls, null, null, EtcdSettings.PREFIX);
    }

    /** So many members of one cluster. */
    static List<EtcdServer> cluster(int size) throws Exception {
        List<Integer> peers = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            peers.add(Ports.free());
            all.add("m" + i + "=http://127.0.0.1:" + peers.get(i));
        }
        List<EtcdServer> members = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<String> options = List.of("--name=m" + i, "--initial-cluster=" + String.join(",", all));
            members.add(new EtcdServer(null, peers.get(i), options));
        }
        members.forEach(EtcdServer::awaitAnswers);
        return members;
    }

    private void awaitAnswers() {
        boolean hasGateway = !options.contains("--enable-grpc-gateway=false");
        await("etcd answers")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> hasGateway
                        ? witness.txn(new Txn().get("x"), patience()) != null
                        : !witness.version(patience()).isEmpty());
    }

    private static Path binary() {
        String named = System.getenv(VARIABLE);
        List<String> places = new ArrayList<>();
        if (named != null) {
            places.add(named);
        }
        for (String each : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            places.add(each + "/etcd");
        }
        Path found = places.stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(found != null, "there is no etcd: name one, as in " + VARIABLE + "=/usr/bin/etcd");
        return found;
    }

    void start() throws IOException {
        String client = scheme + "127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + peers;
        List<String> command = new ArrayList<>(List.of(
                binary().toString(),
                "--name=test",
                "--data-dir=" + folder.resolve("data"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=test=" + peer,
                "--unsafe-no-fsync"));
        command.addAll(options);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    String address() {
        return scheme + "127.0.0.1:" + port;
    }

    @Override
    public int port() {
        return port;
    }

    static String through(TcpProxy proxy) {
        return proxy.address().replace("redis://", "http://");
    }

    static EtcdSettings settings(String... addresses) {
        return settingsAs(null, null, null, addresses);
    }

    static EtcdSettings settingsAs(String username, String password, TlsSettings tls, String... addresses) {
        List<HttpEndpoint> endpoints = new ArrayList<>();
        for (String each : addresses) {
            endpoints.add(HttpEndpoint.of(each, 2379));
        }
        return new EtcdSettings(endpoints, EtcdSettings.PREFIX, username, password, 0, tls);
    }

    /** Sees all that is there, and is no client of a store's. */
    Gateway witness() {
        return witness;
    }

    static Deadline patience() {
        return Deadline.in(TimeUnit.SECONDS.toNanos(20));
    }

    private List<KeyValue> entries(String key) throws IOException {
        return KeyValue.all(
                witness.txn(new Txn().getAll(names.queue(key)), patience()).range(0));
    }

    KeyQueue<Entry> queue(String key) throws IOException {
        return Entry.queue(entries(key));
    }

    @Override
    public boolean isHeld(String key) throws IOException {
        return !queue(key).holders().isEmpty();
    }

    @Override
    public Set<String> left(List<String> keys) throws IOException {
        Set<String> left = new TreeSet<>();
        for (String each : keys) {
            entries(each).forEach(entry -> left.add(entry.name));
        }
        return left;
    }

    @Override
    public void delete(String key) throws IOException {
        for (KeyValue each : entries(key)) {
            witness.txn(new Txn().delete(each.name), patience());
        }
    }

    /** Asks etcd for something else. */
    void post(String path, Map<String, ?> body) throws IOException {
        witness.post(path, body, patience());
    }

    /** A map of these names and values, one after the other. */
    static Map<String, Object> map(Object... members) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            map.put((String) members[i], members[i + 1]);
        }
        return map;
    }

    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() throws IOException {
        witness.close();
        kill();
        Runtime.getRuntime().removeShutdownHook(atExit);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(each -> each.toFile().delete());
        }
    }
}

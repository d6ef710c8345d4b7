package io.lockgraft.testing.ensemble;

import io.lockgraft.testing.server.Certificate;
import io.lockgraft.testing.server.Ports;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Real ZooKeeper servers, each in a JVM of its own: one alone, or an ensemble.
 *
 * <p>Their classes are those on this JVM's class path: the module of the test names {@code curator-test}.
 */
public final class ZooKeeperServers extends Ensemble {
    /** In milliseconds. A session lasts two ticks at least. */
    private static final int TICK = 500;

    /** The port for encrypted connections; 0 where there is none. */
    private int secure;

    private ZooKeeperServers(int count, List<String> more) {
        super("ZooKeeper", count);
        List<String> members = new ArrayList<>();
        for (int i = 0; i < count && count > 1; i++) {
            members.add("server." + i + "=127.0.0.1:" + Ports.free() + ':' + Ports.free());
        }
        try {
            for (int i = 0; i < count; i++) {
                write(i, members, more);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts them, and waits until they serve.
     *
     * @param more lines of their configuration
     */
    public static ZooKeeperServers start(int count, String... more) {
        ZooKeeperServers servers = new ZooKeeperServers(count, Arrays.asList(more));
        servers.startAll();
        return servers;
    }

    private void write(int server, List<String> members, List<String> more) throws IOException {
        Path data = data(server);
        Files.writeString(data.resolve("myid"), Integer.toString(server));
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=" + TICK,
                "initLimit=20",
                "syncLimit=4",
                "maxSessionTimeout=120000",
                "dataDir=" + data,
                "clientPort=" + port(server),
                "clientPortAddress=127.0.0.1",
                "admin.enableServer=false"));
        lines.addAll(members);
        lines.addAll(more);
        Files.write(data.resolve("zoo.cfg"), lines);
    }

    @Override
    List<String> command(int server) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                // One that is killed loses nothing by it, and a busy disk takes seconds.
                "-Dzookeeper.forceSync=no",
                "-cp",
                classPath(),
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                data(server).resolve("zoo.cfg").toString());
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> new File(each)
                        .getName()
                        .matches("(zookeeper|netty|slf4j-api|snappy-java|metrics-core|commons-io).*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Override
    boolean isServing(int server) {
        return mode(server) != null;
    }

    @Override
    boolean isLeading(int server) {
        return List.of("leader", "standalone").contains(String.valueOf(mode(server)));
    }

    /** {@code standalone}, {@code leader} or {@code follower}; null where it does not serve now. */
    public String mode(int server) {
        return told(server, "Mode: ");
    }

    /** Number of clients that are connected to it. */
    public int clients(int server) {
        // The question itself is one more.
        return Integer.parseInt(told(server, "Connections: ")) - 1;
    }

    /** What it says of itself behind this word; null where it does not serve now. */
    private String told(int server, String word) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
            socket.setSoTimeout(QUESTION_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines()
                    .filter(line -> line.startsWith(word))
                    .map(line -> line.substring(word.length()))
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    /** Starts one that takes encrypted connections alone; the certificate is its own. */
    public static ZooKeeperServers startEncrypted(Certificate certificate) {
        int secure = Ports.free();
        ZooKeeperServers servers = start(
                1,
                "secureClientPort=" + secure,
                "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                "ssl.keyStore.location=" + certificate.keyStore(),
                "ssl.keyStore.password=" + Certificate.PASSWORD,
                "ssl.keyStore.type=PKCS12",
                "ssl.clientAuth=none");
        servers.secure = secure;
        return servers;
    }

    /** As the rules file names them. */
    public String connect() {
        return secure != 0
                ? "127.0.0.1:" + secure
                : ports().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }
}

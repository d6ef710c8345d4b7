package io.lockgraft.testing.server;

import io.lockgraft.testing.Quick;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Real ZooKeeper servers on free ports of this machine, each in a JVM of its own: one alone, or an ensemble that elects
 * a leader. Each can be killed, frozen and started again with what it has stored. All end with this JVM at the latest.
 *
 * <p>Their classes are those on this JVM's class path: the module of the test names {@code curator-test}.
 */
public final class ZooKeeperServers implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int QUESTION_MILLIS = 2_000;

    /** In milliseconds. A session lasts two ticks at least. */
    private static final int TICK = 500;

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private final Thread atExit = new Thread(this::destroy);
    /** The port for encrypted connections; 0 where there is none. */
    private int secure;

    private ZooKeeperServers(int count, List<String> more) {
        try {
            folder = Files.createTempDirectory("zookeeper");
            List<String> members = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ports.add(Ports.free());
                members.add("server." + i + "=127.0.0.1:" + Ports.free() + ':' + Ports.free());
            }
            for (int i = 0; i < count; i++) {
                write(i, count == 1 ? List.of() : members, more);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts them, and waits until they serve.
     *
     * @param more lines of their configuration
     */
    public static ZooKeeperServers start(int count, String... more) {
        Quick.leaveOut("ZooKeeper");
        ZooKeeperServers servers = new ZooKeeperServers(count, Arrays.asList(more));
        try {
            for (int i = 0; i < count; i++) {
                servers.processes.add(servers.launch(i));
            }
            servers.awaitService();
            return servers;
        } catch (RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private void write(int server, List<String> members, List<String> more) throws IOException {
        Path data = Files.createDirectories(data(server));
        Files.writeString(data.resolve("myid"), Integer.toString(server));
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=" + TICK,
                "initLimit=20",
                "syncLimit=4",
                "maxSessionTimeout=120000",
                "dataDir=" + data,
                "clientPort=" + ports.get(server),
                "clientPortAddress=127.0.0.1",
                "admin.enableServer=false"));
        lines.addAll(members);
        lines.addAll(more);
        Files.write(data.resolve("zoo.cfg"), lines);
    }

    private Path data(int server) {
        return folder.resolve("server-" + server);
    }

    private Process launch(int server) {
        try {
            return new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx128m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            classPath(),
                            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                            data(server).resolve("zoo.cfg").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log(server).toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> new File(each)
                        .getName()
                        .matches("(zookeeper|netty|slf4j-api|snappy-java|metrics-core|commons-io).*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Path log(int server) {
        return data(server).resolve("log");
    }

    /** Waits until a client that comes to any of those that run would be served. */
    public void awaitService() {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!isServing()) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("ZooKeeper does not serve: " + logs());
            }
            pause();
        }
    }

    private boolean isServing() {
        return IntStream.range(0, processes.size())
                .filter(i -> processes.get(i).isAlive())
                .allMatch(i -> mode(i) != null);
    }

    private String logs() {
        return IntStream.range(0, processes.size())
                .mapToObj(i -> {
                    try {
                        return Files.readString(log(i));
                    } catch (IOException e) {
                        return e.toString();
                    }
                })
                .collect(Collectors.joining("\n"));
    }

    /** {@code standalone}, {@code leader} or {@code follower}; null where it does not serve now. */
    public String mode(int server) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
            socket.setSoTimeout(QUESTION_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines()
                    .filter(line -> line.startsWith("Mode: "))
                    .map(line -> line.substring("Mode: ".length()))
                    .findFirst()
                    .orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    /** The number of the one that leads the others. */
    public int leader() {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            for (int i = 0; i < processes.size(); i++) {
                if (List.of("leader", "standalone").contains(String.valueOf(mode(i)))) {
                    return i;
                }
            }
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("no leader: " + logs());
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public int count() {
        return processes.size();
    }

    public int port(int server) {
        return ports.get(server);
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
        if (secure != 0) {
            return "127.0.0.1:" + secure;
        }

        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** As {@code kill -9} does. */
    public void kill(int server) {
        try {
            processes.get(server).destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts it again where it does not run, and does not wait for it. */
    public void restart(int server) {
        if (!processes.get(server).isAlive()) {
            processes.set(server, launch(server));
        }
    }

    /** It goes on listening and answers nothing. */
    public void freeze(int server) {
        signal(server, "-STOP");
    }

    public void thaw(int server) {
        signal(server, "-CONT");
    }

    private void signal(int server, String name) {
        try {
            Process kill = new ProcessBuilder(
                            "kill", name, Long.toString(processes.get(server).pid()))
                    .start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("kill " + name);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void destroy() {
        processes.forEach(Process::destroyForcibly);
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        destroy();
        for (int i = 0; i < processes.size(); i++) {
            kill(i);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(each -> each.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

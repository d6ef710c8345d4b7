package com.example.tickets.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.h2.tools.Server;

/**
 * What the demo needs around it: a database with a show to sell, twice, and a Redis. Runs until the shell that started
 * it ends, and takes both down with it.
 */
public final class Servers {
    private static final String REDIS = "redis-server-7.0.15-";

    /**
     * A database in memory lives for as long as its first connection, unless it is to stay. And H2 takes the result of
     * a query from before where it believes that nothing has changed since, which it may believe for good where another
     * connection commits in that moment: a till would wait for the others for ever.
     */
    private static final String SETTINGS = ";DB_CLOSE_DELAY=-1;OPTIMIZE_REUSE_RESULTS=0";

    private Servers() {}

    /** Arguments: a folder for files, how many tickets there are, and `redis` if a Redis is wanted too. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        int tickets = Integer.parseInt(args[1]);
        boolean wantsRedis = args.length > 2 && args[2].equals("redis");

        ProcessHandle.current().parent().ifPresent(shell -> shell.onExit().thenRun(() -> System.exit(0)));
        StringBuilder addresses = new StringBuilder();
        addresses.append("database=").append(startDatabase(tickets)).append('\n');
        if (wantsRedis) {
            addresses.append("redis=").append(startRedis(folder)).append('\n');
        }
        Path unfinished = Files.writeString(folder.resolve("addresses.part"), addresses.toString());
        Files.move(unfinished, folder.resolve("addresses"), StandardCopyOption.ATOMIC_MOVE);
        Thread.currentThread().join();
    }

    private static String startDatabase(int tickets) throws SQLException {
        System.setProperty("h2.bindAddress", "127.0.0.1");
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        for (String name : List.of("without", "with")) {
            Connection database = DriverManager.getConnection("jdbc:h2:mem:" + name + SETTINGS);
            try (Statement statement = database.createStatement()) {
                statement.execute("create table shows (name varchar primary key, tickets_left int)");
                statement.execute("create table tickets (id identity, show_name varchar, customer varchar)");
                statement.execute("create table tills (number int primary key)");
                statement.execute("insert into shows values ('HAMLET', " + tickets + ")");
            }
        }
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:";
    }

    private static String startRedis(Path folder) throws IOException, InterruptedException {
        Path binary = folder.resolve("redis-server");
        String resource = REDIS + platform();
        try (InputStream in = Servers.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the demo brings no Redis for this platform (" + resource
                        + "): start one and set LOCKGRAFT_REDIS=redis://host:port");
            }
            Files.copy(in, binary);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + binary + " executable");
        }
        int port = freePort();
        Process redis = new ProcessBuilder(
                        binary.toString(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(redis::destroyForcibly));
        awaitRedis(redis, port, folder);
        return "redis://127.0.0.1:" + port;
    }

    private static void awaitRedis(Process redis, int port, Path folder) throws IOException, InterruptedException {
        while (true) {
            if (!redis.isAlive()) {
                throw new IllegalStateException(
                        "Redis did not start: " + Files.readString(folder.resolve("redis.log")));
            }
            try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                Thread.sleep(20);
            }
        }
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean arm = arch.equals("aarch64") || arch.equals("arm64");
        return (os.contains("mac") ? "darwin-" : "linux-") + (arm ? "arm64" : "amd64");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

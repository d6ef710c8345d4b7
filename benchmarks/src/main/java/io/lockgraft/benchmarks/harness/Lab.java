package io.lockgraft.benchmarks.harness;

import io.lockgraft.benchmarks.contender.Servers;
import io.lockgraft.benchmarks.contender.Store;
import io.lockgraft.testing.server.RedisServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;

/**
 * The lock servers of one scenario, on this machine, and a folder for what its JVMs need and say. Each server is
 * started when it is first asked for. None syncs to a disk.
 */
public final class Lab implements AutoCloseable {
    private final Path folder;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();
    private final Map<Store, Integer> ports = new EnumMap<>(Store.class);
    private RedisServer redis;

    /** @param folder is made; what JVMs say to their error streams stays there */
    public Lab(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    public Path folder() {
        return folder;
    }

    public RedisServer redis() {
        if (redis == null) {
            redis = RedisServer.start();
            running.push(redis);
        }
        return redis;
    }

    /** As clients name it; on loopback, or behind a network that takes so many microseconds each way. */
    public String address(Store store, int micros) throws Exception {
        if (store == Store.FILE) {
            return folder.resolve("locks").toString();
        }
        if (!ports.containsKey(store)) {
            ports.put(store, start(store));
        }
        String host = "127.0.0.1:" + behind(ports.get(store), micros);
        return switch (store) {
            case REDIS -> "redis://" + host;
            case ETCD, CONSUL -> "http://" + host;
            case POSTGRESQL -> "jdbc:postgresql://" + host + "/postgres?user=postgres";
            default -> host;
        };
    }

    /** The port of a new server. */
    private int start(Store store) throws Exception {
        return switch (store) {
            case REDIS -> redis().port();
            case ZOOKEEPER -> {
                System.setProperty("zookeeper.forceSync", "no");
                System.setProperty("zookeeper.admin.enableServer", "false");
                TestingServer server = new TestingServer(true);
                running.push(server);
                yield server.getPort();
            }
            case POSTGRESQL -> {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("full_page_writes", "off")
                        .start();
                running.push(server);
                makeTables(server);
                yield server.getPort();
            }
            default -> {
                Program server = new Program(store, folder);
                running.push(server);
                yield server.port();
            }
        };
    }

    private static void makeTables(EmbeddedPostgres server) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : Servers.tables()) {
                statement.execute(table);
            }
        }
    }

    private int behind(int port, int micros) {
        if (micros == 0) {
            return port;
        }
        Wire wire = new Wire(port, TimeUnit.MICROSECONDS.toNanos(micros));
        running.push(wire);
        return wire.port();
    }

    /** The last one that was started ends first. */
    @Override
    public void close() throws Exception {
        while (!running.isEmpty()) {
            running.pop().close();
        }
    }
}

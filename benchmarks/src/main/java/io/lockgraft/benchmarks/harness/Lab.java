package io.lockgraft.benchmarks.harness;

import io.lockgraft.testing.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;

/** The lock servers of one scenario, on this machine, and a folder for what its JVMs need and say. */
public final class Lab implements AutoCloseable {
    private final Path folder;
    private final RedisServer redis = RedisServer.start();
    private final List<Wire> wires = new ArrayList<>();
    private TestingServer zooKeeper;

    /** @param folder is made; what JVMs say to their error streams stays there */
    public Lab(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    public Path folder() {
        return folder;
    }

    public RedisServer redis() {
        return redis;
    }

    /** Redis on loopback, or behind a network that takes so many microseconds each way. */
    public String redisAddress(int micros) {
        return "redis://127.0.0.1:" + behind(redis.port(), micros);
    }

    /**
     * The same for ZooKeeper, which is started when it is first asked for. It does not sync its log to disk, as Redis
     * does not.
     */
    public String zooKeeperAddress(int micros) throws Exception {
        if (zooKeeper == null) {
            System.setProperty("zookeeper.forceSync", "no");
            System.setProperty("zookeeper.admin.enableServer", "false");
            zooKeeper = new TestingServer(true);
        }
        return "127.0.0.1:" + behind(zooKeeper.getPort(), micros);
    }

    private int behind(int port, int micros) {
        if (micros == 0) {
            return port;
        }
        Wire wire = new Wire(port, TimeUnit.MICROSECONDS.toNanos(micros));
        wires.add(wire);
        return wire.port();
    }

    @Override
    public void close() throws IOException {
        wires.forEach(Wire::close);
        redis.close();
        if (zooKeeper != null) {
            zooKeeper.close();
        }
    }
}
